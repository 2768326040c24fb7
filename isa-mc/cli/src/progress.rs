//! Progress, of work that takes longer than a second and has a terminal.

use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Work shorter than this shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);
/// Calls between looks at the clock.
const CALLS: u32 = 1 << 12;

/// How far the work has come.
pub struct Progress {
    total: usize,
    start: Instant,
    calls: u32,
    enabled: bool,
    template: &'static str,
    bar: Option<ProgressBar>,
}

/// How far bytes have come.
const BYTES: &str = "{bar:40} {percent:>3} %  {bytes} of {total_bytes}, {eta} left";
/// How far workgroups have come.
const GROUPS: &str = "{bar:40} {percent:>3} %  {human_pos} of {human_len} workgroups, {elapsed}";

impl Progress {
    /// Work over so many bytes of input.
    pub fn new(total: usize) -> Progress {
        Progress {
            total,
            start: Instant::now(),
            calls: 0,
            enabled: std::io::stderr().is_terminal(),
            template: BYTES,
            bar: None,
        }
    }

    /// Work over so many workgroups.
    pub fn of_groups(total: u64) -> Progress {
        Progress {
            template: GROUPS,
            ..Progress::new(usize::try_from(total).unwrap_or(usize::MAX))
        }
    }

    /// The work has come to this byte, or workgroup.
    #[inline]
    pub fn at(&mut self, byte: usize) {
        self.calls += 1;
        if self.enabled && self.calls >= CALLS {
            self.look(byte);
        }
    }

    /// The same, told so rarely that there may be no other time to show it.
    pub fn at_last(&mut self, byte: usize) {
        if self.enabled {
            self.look(byte);
        }
    }

    #[cold]
    fn look(&mut self, byte: usize) {
        self.calls = 0;
        if self.bar.is_none() && self.start.elapsed() >= PATIENCE {
            let bar = ProgressBar::with_draw_target(
                Some(self.total as u64),
                ProgressDrawTarget::stderr_with_hz(5),
            );
            if let Ok(style) = ProgressStyle::with_template(self.template) {
                bar.set_style(style);
            }
            self.bar = Some(bar);
        }
        if let Some(bar) = &self.bar {
            bar.set_position(byte as u64);
        }
    }

    /// The work is done: the line goes away.
    pub fn finish(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}
