//! How long answers take: on the description of GCN, and on a source of 100,000 lines.
//! `ISA_WHOLE=1 cargo test --release -p isa-mc-cli --test command_line latency -- --nocapture`
//! prints the table of docs/editor.md; without it one edit and fewer lines do.

use std::fmt::Write as _;
use std::time::Duration;

use super::client::{Client, Stopwatch};

/// What an answer may take, whatever the build and the machine.
const MOST: Duration = Duration::from_secs(20);

/// What a description takes to be checked as a whole, while nobody types.
const QUIET: Duration = Duration::from_secs(5);

fn whole() -> bool {
    std::env::var_os("ISA_WHOLE").is_some()
}

/// Types nothing for a while, as somebody does who has opened a file, if that is measured.
fn pause() {
    if whole() {
        std::thread::sleep(QUIET);
    }
}

/// The median of some times; asserts that none is beyond all bounds.
fn median(mut times: Vec<Duration>, what: &str) -> Duration {
    times.sort();
    let slowest = times[times.len() - 1];
    assert!(slowest < MOST, "{what}: {slowest:?}");
    times[times.len() / 2]
}

fn print(what: &str, times: Vec<Duration>) {
    let most = *times.iter().max().unwrap();
    println!(
        "| {what} | {:.1} ms | {:.1} ms |",
        median(times, what).as_secs_f64() * 1e3,
        most.as_secs_f64() * 1e3
    );
}

/// Catches an edit of a large description whose errors come when the next word is typed.
#[test]
fn errors_of_gcn_come_while_one_types() {
    let mut client = Client::new(None);
    let rounds = if whole() { 15 } else { 1 };
    for (file, behind) in [
        ("vop3_float.isa", "v_fma_f32"),
        ("vector.isa", "let A24  : UINT32"),
    ] {
        let name = format!("{}/../defs/gcn/{file}", env!("CARGO_MANIFEST_DIR"));
        let name = std::fs::canonicalize(&name).unwrap().display().to_string();
        let text = std::fs::read_to_string(&name).unwrap();
        client.open(&name, &text);
        client.wait_for(&name, <[String]>::is_empty);
        let mut errors = Vec::new();
        let mut mended = Vec::new();
        for round in 0..=rounds {
            let started = Stopwatch::start();
            client.type_behind(&name, behind, " (");
            client.wait_for(&name, |shown| !shown.is_empty());
            match round {
                0 => print(
                    &format!("`{file}`: errors of the first"),
                    vec![started.elapsed()],
                ),
                _ => errors.push(started.elapsed()),
            }
            let started = Stopwatch::start();
            let mut range = serde_json::json!({ "start": client.behind(&name, behind) });
            range["end"] = client.behind(&name, &format!("{behind} ("));
            client.replace(&name, &range, "");
            client.wait_for(&name, <[String]>::is_empty);
            match round {
                0 => pause(),
                _ => mended.push(started.elapsed()),
            }
        }
        print(&format!("`{file}`: errors of a keystroke"), errors);
        print(&format!("`{file}`: no errors again"), mended);
        for what in ["hover", "definition", "completion", "references"] {
            let at = client.behind(&name, behind);
            // Names are collected once.
            client.ask(what, &name, &at);
            let mut times = Vec::new();
            for _ in 0..rounds {
                let started = Stopwatch::start();
                client.ask(what, &name, &at);
                times.push(started.elapsed());
            }
            print(&format!("`{file}`: {what}"), times);
        }
    }
}

/// Catches errors of other files that come late: only families that need what was edited are
/// checked again.
#[test]
fn errors_of_other_files_come_while_one_types() {
    let mut client = Client::new(None);
    let rounds = if whole() { 15 } else { 1 };
    let path = |file: &str| {
        let name = format!("{}/../defs/gcn/{file}", env!("CARGO_MANIFEST_DIR"));
        std::fs::canonicalize(&name).unwrap().display().to_string()
    };
    // A `let` of families in two other files.
    let (name, broken) = (path("vector.isa"), path("vop2_integer.isa"));
    client.open(&name, &std::fs::read_to_string(&name).unwrap());
    client.wait_for(&name, <[String]>::is_empty);
    pause();
    let (mut errors, mut mended) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let started = Stopwatch::start();
        client.type_behind(&name, "let A24", "X");
        client.wait_for(&broken, |shown| !shown.is_empty());
        errors.push(started.elapsed());
        let mut range = serde_json::json!({ "start": client.behind(&name, "let A24") });
        range["end"] = client.behind(&name, "let A24X");
        let started = Stopwatch::start();
        client.replace(&name, &range, "");
        client.wait_for(&broken, <[String]>::is_empty);
        mended.push(started.elapsed());
    }
    print("`vector.isa`: errors in `vop2_integer.isa`", errors);
    print("`vector.isa`: no errors there again", mended);
}

/// Catches a long source that is assembled for longer than one waits.
#[test]
fn errors_of_long_sources_come_while_one_types() {
    let mut client = Client::new(Some("gfx900"));
    let (rounds, lines) = if whole() { (15, 100_000) } else { (1, 2_000) };
    let mut text = "begin:\n".to_owned();
    for line in 0..lines {
        let (a, b, c) = (line % 200, line / 7 % 200, line / 31 % 100);
        let _ = match line % 4 {
            0 => writeln!(text, "  v_add_f32_e64 v{a}, v{b}, s{c}"),
            1 => writeln!(
                text,
                "  global_load_dword v{a}, v[{b}:{}], off offset:{c}",
                b + 1
            ),
            2 => writeln!(text, "  s_mov_b32 s{c}, 0x{line:x}"),
            _ => writeln!(text, "  v_mul_f32 v{a}, v{b}, v{c} // {line}"),
        };
    }
    text.push_str("  v_sub_f32 v1, v2, v3\n");
    client.open("long.s", &text);
    client.wait_for("long.s", <[String]>::is_empty);
    let mut errors = Vec::new();
    for _ in 0..rounds {
        let started = Stopwatch::start();
        client.type_behind("long.s", "v_sub_f32", "x");
        client.wait_for("long.s", |shown| !shown.is_empty());
        errors.push(started.elapsed());
        let mut range = serde_json::json!({ "start": client.behind("long.s", "v_sub_f32") });
        range["end"] = client.behind("long.s", "v_sub_f32x");
        client.replace("long.s", &range, "");
        client.wait_for("long.s", <[String]>::is_empty);
    }
    print(&format!("{lines} lines: errors of a keystroke"), errors);
    for what in ["hover", "completion", "references"] {
        let at = client.behind("long.s", "v_sub_f32");
        let mut times = Vec::new();
        for _ in 0..rounds {
            let started = Stopwatch::start();
            client.ask(what, "long.s", &at);
            times.push(started.elapsed());
        }
        print(&format!("{lines} lines: {what}"), times);
    }
}
