//! Runs of programs: how long the processor worked for them, and how much memory they had.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use wait4::Wait4;

use super::Reason;

/// A program with its arguments, that is run again and again.
#[derive(Debug, Clone)]
pub struct Program {
    words: Vec<std::ffi::OsString>,
    output: Option<PathBuf>,
    made: Option<PathBuf>,
    limit: Option<Duration>,
}

/// What a run took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Used {
    /// Time of the processor, in the program and for it in the system.
    pub processor: Duration,
    /// Time that has passed.
    pub passed: Duration,
    /// The most memory that it had, in bytes. A program begins as a copy of this one, so
    /// that it is never less than what this one has.
    pub memory: u64,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// Well.
    Well(Used),
    /// Something was wrong: its exit status says so, or it died.
    Badly(Used),
    /// Not in the time of the processor that it had.
    Late(Duration),
}

impl Program {
    /// A program by its path, or by a name that is looked for.
    pub fn new(program: impl AsRef<OsStr>) -> Program {
        Program {
            words: vec![program.as_ref().to_owned()],
            output: None,
            made: None,
            limit: None,
        }
    }

    /// With further arguments.
    #[must_use]
    pub fn args<A: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = A>) -> Program {
        let args = args.into_iter().map(|arg| arg.as_ref().to_owned());
        self.words.extend(args);
        self
    }

    /// With its standard output in a file.
    #[must_use]
    pub fn output(mut self, path: &Path) -> Program {
        self.output = Some(path.to_owned());
        self.makes(path)
    }

    /// Which makes a file, that of the run before taken away: file systems write out what another
    /// file replaces before they go on, which is their time and not the program's.
    #[must_use]
    pub fn makes(mut self, path: &Path) -> Program {
        self.made = Some(path.to_owned());
        self
    }

    /// On one core, where there is a program that can say so.
    #[must_use]
    pub fn pinned(mut self, core: Option<usize>) -> Program {
        if let Some(core) = core {
            let front = ["taskset".to_owned(), "-c".to_owned(), core.to_string()];
            self.words.splice(0..0, front.map(Into::into));
        }
        self
    }

    /// With an end after so many seconds of the processor, or ten times as many that pass,
    /// where there are programs that see to it.
    #[must_use]
    pub fn limited(mut self, seconds: u64) -> Program {
        if exists("timeout") && exists("sh") {
            let front = [
                "timeout",
                &(10 * seconds).to_string(),
                "sh",
                "-c",
                "ulimit -S -t \"$0\" && exec \"$@\"",
                &seconds.to_string(),
            ];
            self.words.splice(0..0, front.map(Into::into));
            self.limit = Some(Duration::from_secs(seconds));
        }
        self
    }

    /// Its name, for messages.
    pub fn name(&self) -> String {
        let words = self.words.iter().map(|word| word.to_string_lossy());
        words.collect::<Vec<_>>().join(" ")
    }

    /// One run.
    ///
    /// # Errors
    ///
    /// If it cannot be started, or its output cannot be written.
    pub fn run(&self) -> Result<Ended, Reason> {
        let said = |error: std::io::Error| format!("{}: {error}", self.name());
        let (program, args) = self.words.split_first().ok_or("no program")?;
        if let Some(path) = &self.made {
            match fs::remove_file(path) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(said(error)),
                _ => {}
            }
        }
        let output = match &self.output {
            Some(path) => File::create(path).map_err(said)?.into(),
            None => Stdio::null(),
        };
        let begin = Instant::now();
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::null())
            .stdout(output)
            .stderr(Stdio::null())
            .spawn()
            .map_err(said)?;
        let done = child.wait4().map_err(said)?;
        let used = Used {
            processor: done.rusage.utime + done.rusage.stime,
            passed: begin.elapsed(),
            memory: done.rusage.maxrss,
        };
        Ok(match done.status.code() {
            Some(0) => Ended::Well(used),
            _ => match self.limit {
                // How long it was is no sign: systems count the limit in their own ticks.
                Some(limit) if is_stopped(done.status) => Ended::Late(limit),
                _ => Ended::Badly(used),
            },
        })
    }

    /// What a run takes that ends well.
    ///
    /// # Errors
    ///
    /// As [`Program::run`], and if it ends otherwise: with what it said.
    pub fn measure(&self) -> Result<Used, Reason> {
        match self.run()? {
            Ended::Well(used) => Ok(used),
            _ => Err(self
                .said()
                .err()
                .unwrap_or_else(|| format!("{}: fails now and then: run again", self.name()))),
        }
    }

    /// What it writes.
    ///
    /// # Errors
    ///
    /// If it does not end well: what it said.
    pub fn said(&self) -> Result<String, Reason> {
        let (program, args) = self.words.split_first().ok_or("no program")?;
        let output = Command::new(program)
            .args(args)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("{}: {error}", self.name()))?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let first: Vec<&str> = said.lines().take(5).collect();
        Err(format!(
            "{}: {}\n{}",
            self.name(),
            output.status,
            first.join("\n")
        ))
    }
}

/// Whether a limited program was stopped: by `timeout`, or by the signal of `ulimit`, which
/// `timeout` hands on.
fn is_stopped(status: ExitStatus) -> bool {
    status.code() == Some(TIMEOUT)
        || status.code() == Some(128 + SIGXCPU)
        || status.signal() == Some(SIGXCPU)
}

/// What `timeout` ends with if it stopped the program.
const TIMEOUT: i32 = 124;
/// The signal of a process that has used its time of the processor.
const SIGXCPU: i32 = 24;

/// Whether a program of that name can be started.
pub fn exists(name: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| folder.join(name).is_file())
}

/// The last core of this machine, if programs can be kept on it: the first ones have more
/// of the system's own work.
pub fn core() -> Option<usize> {
    let cores = std::thread::available_parallelism().ok()?.get();
    exists("taskset").then_some(cores - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_end_well_badly_or_late() {
        let run = |program: Program| program.limited(1).run();
        assert!(matches!(run(Program::new("true")), Ok(Ended::Well(_))));
        assert!(matches!(run(Program::new("false")), Ok(Ended::Badly(_))));
        if exists("timeout") {
            let late = run(Program::new("sh").args(["-c", "while :; do :; done"]));
            assert_eq!(late, Ok(Ended::Late(Duration::from_secs(1))));
        }
    }

    #[test]
    fn failures_say_what_failed() {
        let error = Program::new("no-such-program").measure().unwrap_err();
        assert!(error.starts_with("no-such-program: "), "{error}");
        let error = Program::new("ls").args(["/no/such/file"]).measure();
        let error = error.unwrap_err();
        assert!(error.contains("/no/such/file"), "{error}");
    }

    #[test]
    fn outputs_are_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out");
        let used = Program::new("echo").args(["text"]).output(&path).measure();
        assert!(used.is_ok_and(|used| used.memory > 0));
        assert_eq!(fs::read_to_string(&path).expect("a file"), "text\n");

        // A run that makes nothing leaves nothing of the one before it.
        let made = Program::new("true").makes(&path).measure();
        assert!(made.is_ok() && !path.exists());
        assert!(Program::new("true").makes(&path).measure().is_ok());
    }
}
