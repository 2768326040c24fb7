//! Generated lines against llvm-mc, a family at a time, so that the lines of a
//! whole machine are never in memory together.

use isa_dsl::sorted::SortedMap;
use std::fmt::{self, Write as _};
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use isa_dsl::tables::Tables;

use crate::facts::{self, Coverage, Dispute, Record};
use crate::filter::{Filter, Part};
use crate::generate::{Depth, Line, family_lines};
use crate::llvm::{self, Assembled, Disassembled, ToolError};
use crate::oracle::{Engine, hex};
use crate::sample::Sample;

/// A processor of every architecture that LLVM and the description share, and
/// gfx906, which has features that gfx900 lacks.
pub const PROCESSORS: [&str; 14] = [
    "gfx600", "gfx700", "gfx803", "gfx900", "gfx906", "gfx908", "gfx90a", "gfx942", "gfx950",
    "gfx1010", "gfx1030", "gfx1100", "gfx1150", "gfx1200",
];

/// Some with programs of other modes than usual: of 64 lanes, and with the other spelling of
/// operands of 16 bits. See [`crate::mode`].
pub const IN_OTHER_MODES: [&str; 5] = [
    "gfx1030+wavefrontsize64",
    "gfx1100+wavefrontsize64",
    "gfx1200+wavefrontsize64",
    "gfx1100-real-true16",
    "gfx1200+real-true16",
];

/// What code is made for that runs on all processors of a generation, each with a processor of
/// [`PROCESSORS`] that has the same architecture.
pub const GENERIC: [(&str, &str); 6] = [
    ("gfx9-generic", "gfx900"),
    ("gfx9-4-generic", "gfx942"),
    ("gfx10-1-generic", "gfx1010"),
    ("gfx10-3-generic", "gfx1030"),
    ("gfx11-generic", "gfx1100"),
    ("gfx12-generic", "gfx1200"),
];

/// All of these.
pub fn every_processor() -> impl Iterator<Item = &'static str> {
    let generic = GENERIC.map(|(generic, _)| generic);
    PROCESSORS.into_iter().chain(IN_OTHER_MODES).chain(generic)
}

/// The processor of [`PROCESSORS`] whose architecture a generic one has; any other itself.
pub fn representative(cpu: &str) -> &str {
    let found = GENERIC.iter().find(|(generic, _)| *generic == cpu);
    found.map_or(cpu, |(_, processor)| processor)
}

/// The processors that a filter chooses: of generic ones a sample has one, if the filter names
/// no processor.
pub fn chosen(filter: &Filter, sample: &mut Sample) -> Vec<&'static str> {
    let all = PROCESSORS.into_iter().chain(IN_OTHER_MODES);
    let generic = GENERIC.map(|(generic, _)| generic);
    let generic: &[&str] = match filter.names_processors() {
        true => &generic,
        false => sample.one_of(&generic),
    };
    all.chain(generic.iter().copied())
        .filter(|cpu| filter.has_processor(cpu))
        .collect()
}

/// So many differences of a family are kept as text.
const SHOWN: usize = 10;

/// So many lines are asked for together.
const CHUNK: usize = 80_000;

/// What became of a family's lines on a processor.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// Processor.
    pub cpu: String,
    /// Family.
    pub family: String,
    /// Lines that llvm-mc accepts.
    pub accepted: usize,
    /// Lines that it rejects.
    pub rejected: usize,
    /// Lines that it accepts with bytes that only a linker knows; not compared.
    pub unresolved: usize,
    /// Lines that we reject and llvm-mc accepts, dropping bits of what it read: a
    /// number that is too large for its field, or bytes that another text has.
    pub contradicted: usize,
    /// Lines that one of us accepts and the other rejects, with how often each dispute was
    /// the reason, by its place in [`facts::disputes`].
    pub disputed: SortedMap<usize, usize>,
    /// Lines of which llvm-mc dies; not compared.
    pub died: Vec<String>,
    /// Lines on which we differ.
    pub differences: usize,
    /// The first differences, for people.
    pub shown: Vec<String>,
}

impl Tally {
    fn check(&mut self, good: bool, difference: impl FnOnce() -> String) {
        if !good {
            self.differences += 1;
            if self.shown.len() < SHOWN {
                self.shown.push(difference());
            }
        }
    }

    /// Lines that were compared.
    pub fn compared(&self) -> usize {
        self.accepted + self.rejected
    }

    /// Adds another tally.
    pub fn add(&mut self, other: &Tally) {
        self.accepted += other.accepted;
        self.rejected += other.rejected;
        self.unresolved += other.unresolved;
        self.contradicted += other.contradicted;
        for (index, count) in &other.disputed {
            *self.disputed.entry(*index).or_default() += count;
        }
        self.differences += other.differences;
        self.died.extend_from_slice(&other.died);
        self.shown.extend_from_slice(&other.shown);
    }
}

/// A row of a table: what, accepted, rejected, differences.
impl fmt::Display for Tally {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "{:7} {:32} {:>8} accepted {:>8} rejected {:>6} differ",
            self.cpu, self.family, self.accepted, self.rejected, self.differences
        )?;
        if self.unresolved > 0 {
            write!(out, " {:>6} name symbols", self.unresolved)?;
        }
        if self.contradicted > 0 {
            write!(out, " {:>6} lose bits in llvm-mc", self.contradicted)?;
        }
        if !self.disputed.is_empty() {
            let count: usize = self.disputed.values().sum();
            write!(out, " {count:>6} disputed")?;
        }
        if !self.died.is_empty() {
            write!(out, " {:>6} kill llvm-mc", self.died.len())?;
        }
        Ok(())
    }
}

/// What became of a processor's lines.
pub struct Compared<'a> {
    /// All families together.
    pub sum: Tally,
    /// The records that were reached.
    pub coverage: Coverage<'a>,
    /// How long it took.
    pub time: Duration,
}

/// Compares the families and processors that `filter` chooses; `progress` is
/// shown each tally as soon as it is there.
///
/// # Errors
///
/// See [`llvm::assemble`].
pub fn run<'a>(
    tables: &Tables<'_>,
    processors: &[&str],
    filter: &Filter,
    records: &'a [Record],
    progress: &mut dyn FnMut(&Tally),
) -> Result<Vec<Compared<'a>>, ToolError> {
    let mut all = Vec::new();
    for cpu in processors {
        let start = Instant::now();
        let mut coverage = Coverage::new(cpu, records);
        let mut sum = Tally {
            cpu: (*cpu).to_owned(),
            family: "all".to_owned(),
            ..Tally::default()
        };
        let families = (0..tables.families.len()).filter(|it| is_chosen(tables, filter, *it));
        let families: Vec<usize> = families.collect();
        in_order(
            &families,
            |&index| {
                let mut coverage = Coverage::new(cpu, records);
                let mut note = |_: &Line, bytes: &[u8], text: &str| coverage.note(bytes, text);
                let tally = family(tables, cpu, index, filter.part(), &mut note)?;
                Ok::<_, ToolError>((tally, coverage))
            },
            |answer| {
                let (tally, reached) = answer?;
                progress(&tally);
                sum.add(&tally);
                coverage.add(&reached);
                Ok(())
            },
        )?;
        all.push(Compared {
            sum,
            coverage,
            time: start.elapsed(),
        });
    }
    Ok(all)
}

/// Does `work` on every core, and hands the results over in the order of the
/// questions. After an error from `done` no question is begun.
fn in_order<Q: Sync, A: Send>(
    questions: &[Q],
    work: impl Fn(&Q) -> A + Sync,
    mut done: impl FnMut(A) -> Result<(), ToolError>,
) -> Result<(), ToolError> {
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(question) = questions.get(at) else {
                        return;
                    };
                    if sender.send((at, work(question))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let (mut waiting, mut due) = (SortedMap::new(), 0);
        for (at, result) in results {
            waiting.insert(at, result);
            while let Some(result) = waiting.remove(&due) {
                done(result)?;
                due += 1;
            }
        }
        Ok(())
    })
}

/// Whether a family is chosen by its name or by one of its formats.
fn is_chosen(tables: &Tables<'_>, filter: &Filter, family: usize) -> bool {
    let name = tables.text(tables.families[family].name);
    let mut shapes = tables.shapes.iter();
    shapes.any(|shape| {
        let format = tables.layouts[shape.layout as usize].format;
        usize::from(shape.family) == family && filter.has_family(name, tables.text(format))
    })
}

/// Compares the lines of the family of that index, or some of them, which is written in
/// `llvm` syntax. `accepted` is shown every line that llvm-mc accepts: the line, the
/// bytes and llvm-mc's text.
///
/// # Errors
///
/// See [`llvm::assemble`].
pub fn family(
    tables: &Tables<'_>,
    cpu: &str,
    family: usize,
    part: Option<Part>,
    accepted: &mut dyn FnMut(&Line, &[u8], &str),
) -> Result<Tally, ToolError> {
    let engine = Engine::new(tables, cpu, "llvm")
        .ok_or_else(|| ToolError::Unreadable(format!("{cpu} is no processor of the machine")))?;
    let mut tally = Tally {
        cpu: cpu.to_owned(),
        family: tables.text(tables.families[family].name).to_owned(),
        ..Tally::default()
    };
    let mut lines = family_lines(tables, cpu, "llvm", Depth::Full, family);
    lines.retain(|line| !llvm::lacks_register(cpu, &line.text));
    if let Some(part) = part {
        part.keep(family, &mut lines);
    }
    for lines in lines.chunks(CHUNK) {
        chunk(&engine, lines, &mut tally, accepted)?;
    }
    Ok(tally)
}

/// Compares lines of a processor in `llvm` syntax, and adds what became of them to
/// `tally`, whose processor and family they have. `accepted` is shown every line
/// that llvm-mc accepts: the line, the bytes and llvm-mc's text.
///
/// # Errors
///
/// See [`llvm::assemble`].
pub fn chunk(
    engine: &Engine<'_>,
    lines: &[Line],
    tally: &mut Tally,
    accepted: &mut dyn FnMut(&Line, &[u8], &str),
) -> Result<(), ToolError> {
    let cpu = tally.cpu.clone();
    let texts: Vec<String> = lines.iter().map(|line| line.text.clone()).collect();
    // Same bytes and another text: whose text says all of them?
    let mut texts_differ = Vec::new();
    // Same text and other bytes: whose bytes does llvm-mc read from it?
    let mut texts_agree = Vec::new();
    // Accepted by llvm-mc alone: do its bytes say what it read?
    let mut theirs_alone = Vec::new();
    // Accepted by us alone, or by llvm-mc alone, and known to be disputed.
    let disputes = facts::disputes();
    let disputed = |line: &Line, cpu: &str, family: &str| known(&disputes, line, cpu, family);
    let mut ours_alone = Vec::new();
    for (line, answer) in lines.iter().zip(llvm::assemble(&cpu, &texts)?) {
        let ours = engine.assemble(&line.text);
        let (good, theirs) = match answer {
            Assembled::Accepted { bytes, text } => {
                tally.accepted += 1;
                accepted(line, &bytes, &text);
                if let Ok((own, _)) = &ours
                    && *own != bytes
                    && line.code.as_ref().is_none_or(|code| code == own)
                    && let Some(dispute) = disputed(line, &cpu, &tally.family)
                {
                    // Both read it, and not as the same.
                    *tally.disputed.entry(dispute).or_default() += 1;
                    continue;
                }
                match &ours {
                    // The generator works bits out by itself; llvm-mc judges it too.
                    _ if line.code.as_ref().is_some_and(|code| *code != bytes) => {
                        let code = line.code.as_deref().map(hex);
                        (
                            false,
                            format!("{}, and the generator {code:?}", hex(&bytes)),
                        )
                    }
                    Ok((own_bytes, own)) if *own_bytes == bytes && *own != text => {
                        texts_differ.push((line, bytes, text, own.clone()));
                        continue;
                    }
                    Ok((own_bytes, own)) if *own_bytes == bytes => {
                        // And back from the bytes: LLVM cannot for gfx6 and gfx7.
                        // What the text chose and the bytes do not say is not there.
                        let back = engine.disassemble(&bytes);
                        let good = back.as_ref() == Some(own) || engine.chooses_width(&line.text);
                        (good, format!("{}, from which we get {back:?}", hex(&bytes)))
                    }
                    // Arithmetic: the number has more bits than the field.
                    Err(_) if line.overflows => {
                        tally.contradicted += 1;
                        continue;
                    }
                    // Whole registers are halves in our text, so what theirs means is asked.
                    Ok((own_bytes, own))
                        if *own == text
                            || engine.assemble(&text).is_ok_and(|it| it.0 == *own_bytes) =>
                    {
                        texts_agree.push((line, bytes, text, ours));
                        continue;
                    }
                    Err(_) => {
                        match disputed(line, &cpu, &tally.family) {
                            Some(dispute) => *tally.disputed.entry(dispute).or_default() += 1,
                            None => theirs_alone.push((line, bytes, text, ours)),
                        }
                        continue;
                    }
                    _ => (false, format!("{} `{text}`", hex(&bytes))),
                }
            }
            Assembled::Rejected(why) => {
                tally.rejected += 1;
                let dispute = disputed(line, &cpu, &tally.family);
                if let (Some(dispute), Ok((bytes, text))) = (dispute, &ours) {
                    ours_alone.push((line, dispute, bytes.clone(), text.clone()));
                    continue;
                }
                let said = ours.as_ref().is_err_and(|message| !message.is_empty());
                (said && line.code.is_none(), format!("rejected: {why}"))
            }
            Assembled::Unresolved => {
                tally.unresolved += 1;
                continue;
            }
            Assembled::Died => {
                tally.died.push(line.text.clone());
                continue;
            }
        };
        tally.check(good, || difference(&cpu, line, &theirs, &ours));
    }
    let texts: Vec<String> = ours_alone.iter().map(|row| row.3.clone()).collect();
    for ((line, dispute, own, text), answer) in ours_alone.iter().zip(llvm::assemble(&cpu, &texts)?)
    {
        // Where it reads no text that there is, the generator is left, which works the bits
        // out by itself.
        let same = matches!(&answer, Assembled::Accepted { bytes, .. } if bytes == own)
            || line.code.as_ref().is_none_or(|code| code == own);
        tally.check(same, || {
            format!("{cpu} `{}`: `{text}` is {answer:x?}", line.text)
        });
        *tally.disputed.entry(*dispute).or_default() += 1;
    }
    let texts: Vec<String> = texts_agree.iter().map(|row| row.2.clone()).collect();
    for ((line, theirs, text, ours), answer) in
        texts_agree.iter().zip(llvm::assemble(&cpu, &texts)?)
    {
        let own = ours.as_ref().ok().map(|(bytes, _)| bytes);
        match answer {
            // It extends a half by its sign, and its text does not say so.
            Assembled::Accepted { bytes, .. } if Some(&bytes) == own => tally.contradicted += 1,
            _ => tally.check(false, || {
                let theirs = format!("{} `{text}`", hex(theirs));
                difference(&cpu, line, &theirs, ours)
            }),
        }
    }
    contradictions(engine, &theirs_alone, tally)?;
    other_texts(&texts_differ, tally)
}

/// The place of the dispute about a line, if there is one.
fn known(disputes: &[Dispute], line: &Line, cpu: &str, family: &str) -> Option<usize> {
    let mut all = disputes.iter();
    all.position(|it| it.holds(cpu, family, &line.text))
}

/// Lines with the same bytes and another text of llvm-mc: line, bytes, its text,
/// ours. It is wrong if it does not read its own text back as these bytes: it drops
/// bits of some. And it repeats some numbers as they were typed, `-5` for `65531`,
/// which bytes do not tell apart: then its own text is ours, from the bytes where it
/// has a disassembler, or else from our text.
fn other_texts(
    rows: &[(&Line, Vec<u8>, String, String)],
    tally: &mut Tally,
) -> Result<(), ToolError> {
    let cpu = tally.cpu.clone();
    let disputes = facts::disputes();
    let theirs: Vec<String> = rows.iter().map(|row| row.2.clone()).collect();
    let own: Vec<String> = rows.iter().map(|row| row.3.clone()).collect();
    let codes: Vec<Vec<u8>> = rows.iter().map(|row| row.1.clone()).collect();
    let from_bytes = match llvm::has_disassembler(&cpu) {
        true => llvm::disassemble(&cpu, &codes)?,
        false => Vec::new(),
    };
    let answers = llvm::assemble(&cpu, &theirs)?;
    let answers = answers.into_iter().zip(llvm::assemble(&cpu, &own)?);
    for (at, ((line, bytes, text, own), (theirs, ours))) in rows.iter().zip(answers).enumerate() {
        let says = |answer: &Assembled| matches!(answer, Assembled::Accepted { bytes: all, .. } if all == bytes);
        let has_our_text = match from_bytes.get(at) {
            Some(answer) => matches!(answer, Disassembled::Text(text) if text == own),
            None => matches!(&ours, Assembled::Accepted { text, .. } if text == own),
        };
        // Whole registers in its text are lower halves in ours.
        let is_whole = own.contains(".l") && own.replace(".l", "") == *text;
        // What its disassembler writes counts, also where its assembler does not read it.
        let good = is_whole || has_our_text || says(&ours) && !says(&theirs);
        if !good && let Some(dispute) = known(&disputes, line, &cpu, &tally.family) {
            *tally.disputed.entry(dispute).or_default() += 1;
            continue;
        }
        tally.check(good, || {
            let mut text = format!("{cpu} `{}` {}\n    llvm `{text}`", line.text, hex(bytes));
            let _ = write!(text, "\n    ours `{own}`");
            text
        });
    }
    Ok(())
}

/// A line that llvm-mc accepts, with its bytes and its text, and our answer.
type TheirsAlone<'a> = (&'a Line, Vec<u8>, String, Result<(Vec<u8>, String), String>);

/// Lines that llvm-mc alone accepts. It contradicts itself if what we read from the
/// bytes, another text, has the same bytes; if its own disassembler reads something
/// else; or if its text shows that it forgot what it read. It cuts numbers off that are too large for their bits,
/// announces literals that do not follow, and forgets every second register of
/// compressed exports.
fn contradictions(
    engine: &Engine<'_>,
    rows: &[TheirsAlone<'_>],
    tally: &mut Tally,
) -> Result<(), ToolError> {
    let cpu = tally.cpu.clone();
    let (lost, rows): (Vec<_>, Vec<_>) = rows.iter().partition(|row| forgot(&row.0.text, &row.2));
    tally.contradicted += lost.len();
    let said: Vec<Option<String>> = rows
        .iter()
        .map(|row| engine.disassemble(&row.1).filter(|own| *own != row.2))
        .collect();
    let texts: Vec<String> = said.iter().flatten().cloned().collect();
    let mut answers = llvm::assemble(&cpu, &texts)?.into_iter();
    let mut left = Vec::new();
    for (row, said) in rows.iter().zip(&said) {
        let answer = said.as_ref().and_then(|_| answers.next());
        match answer {
            Some(Assembled::Accepted { bytes, .. }) if bytes == row.1 => tally.contradicted += 1,
            _ => left.push(row),
        }
    }
    let codes: Vec<Vec<u8>> = left.iter().map(|row| row.1.clone()).collect();
    let answers = match llvm::has_disassembler(&cpu) {
        true => llvm::disassemble(&cpu, &codes)?,
        false => Vec::new(),
    };
    for (at, (line, bytes, text, ours)) in left.into_iter().enumerate() {
        let same = answers
            .get(at)
            .is_none_or(|answer| matches!(answer, Disassembled::Text(again) if again == text));
        if !same {
            tally.contradicted += 1;
            continue;
        }
        let theirs = format!("{} `{text}`", hex(bytes));
        tally.check(false, || difference(&cpu, line, &theirs, ours));
    }
    Ok(())
}

/// Whether llvm-mc's text of a line has another register where the line names one,
/// zero for a number that is none, one of two values for the same name (`vmcnt(0)
/// vmcnt(1)`), or no `sext`. Registers in other spellings than `v5` are not looked at.
pub fn forgot(line: &str, text: &str) -> bool {
    let count = |text: &str, name: &str| text.matches(&format!("{name}(")).count();
    let is_forgotten = |name: &str| count(line, name) > 1 && count(text, name) == 1;
    let words = |text| str::split(text, [',', ' ']).filter(|word| !word.is_empty());
    let mut names = words(line).filter_map(|word| word.split_once('('));
    let mut pairs = words(line).zip(words(text));
    names.any(|(name, _)| is_forgotten(name))
        || line.contains("sext(") && !text.contains("sext(")
        || words(line).count() == words(text).count()
            && pairs.any(|(before, after)| {
                let registers = is_plain_register(before) && is_plain_register(after);
                registers && before != after || is_cut(before) && after == "0"
            })
}

/// Whether a word is a single register or `off`.
fn is_plain_register(word: &str) -> bool {
    let number = word.strip_prefix(['s', 'v']).unwrap_or("");
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    digits || word == "off"
}

/// Whether a word is a number with a fraction, or one that is not zero though its lower 32
/// bits are.
fn is_cut(word: &str) -> bool {
    let digits = word.strip_prefix("0x").unwrap_or("");
    let whole = u64::from_str_radix(digits, 16);
    whole.is_ok_and(|number| number != 0 && number.trailing_zeros() >= 32)
        || (word.parse::<f64>()).is_ok_and(|number| number.fract() != 0.0)
}

fn difference(
    cpu: &str,
    line: &Line,
    theirs: &str,
    ours: &Result<(Vec<u8>, String), String>,
) -> String {
    let ours = match ours {
        Ok((bytes, text)) => format!("{} `{text}`", hex(bytes)),
        Err(message) => format!("rejected: {message}"),
    };
    format!("{cpu} `{}`\n    llvm {theirs}\n    ours {ours}", line.text)
}
