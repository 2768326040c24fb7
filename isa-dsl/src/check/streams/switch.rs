//! Switches: which lines follow for which values of an earlier piece.

use super::resolver::{DEPENDENCY, Resolver};
use crate::ast::{self, BinaryOp};
use crate::bits;
use crate::check::taken::Ranges;
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::Value;
use crate::model::{Condition, Place, StreamStep};
use crate::suggest::did_you_mean;

impl Resolver<'_, '_> {
    pub(super) fn switch(&mut self, switch: &ast::Switch) -> u64 {
        let on = self.switched(switch);
        let width = on.as_ref().map(|place| place.field.width());
        if switch.cases.is_empty() {
            self.context
                .error(Code::BadSwitch, switch.span, "a `switch` without a case");
        }
        let mut taken = Ranges::default();
        let mut covered: u128 = 0;
        let mut bytes = 0;
        let mut ends = Vec::new();
        for case in &switch.cases {
            for (first, last) in &case.values {
                if self.range(switch, first, last, width, &mut taken) {
                    covered += u128::from(last.value - first.value) + 1;
                }
            }
            let condition = on.as_ref().and_then(|on| self.case(case, on));
            let start = self.out.steps.len();
            let mark = self.names.mark();
            if let Some(condition) = &condition {
                self.cases.push(condition.clone());
                self.out
                    .steps
                    .push(StreamStep::Unless(condition.clone(), 0));
            }
            bytes = bytes.max(self.lines(&case.lines));
            self.names.forget(mark);
            if condition.is_some() {
                self.cases.pop();
                ends.push(self.out.steps.len());
                self.out.steps.push(StreamStep::Skip(0));
                self.skip_from(start);
            }
        }
        if let Some(on) = on {
            let all = width.is_some_and(|width| covered >> width.min(127) != 0);
            if !all {
                self.out.steps.push(StreamStep::NoCase(on));
            }
        }
        let end = self.out.steps.len();
        for at in ends {
            self.out.steps[at] = StreamStep::Skip(end - at - 1);
        }
        bytes
    }

    /// The place that a switch looks at.
    fn switched(&mut self, switch: &ast::Switch) -> Option<Place> {
        let path = &switch.on.text;
        let found = self.names.get(path).and_then(|named| named.what.value());
        if let Some(value) = found {
            return Some(value.place.clone());
        }
        self.failed = true;
        if !self.names.is_lost(path) {
            let message = format!("`{path}` is not the value of an earlier piece");
            let mut error = Diagnostic::new(Code::BadDependency, switch.on.span, message);
            let known = self.names.list();
            error.help = did_you_mean(path, known.iter().map(String::as_str))
                .or_else(|| Some(DEPENDENCY.to_owned()));
            self.context.diagnostics.push(error);
        }
        None
    }

    /// Checks a range of a case; whether it may be chosen.
    fn range(
        &mut self,
        switch: &ast::Switch,
        first: &ast::Number,
        last: &ast::Number,
        width: Option<u32>,
        taken: &mut Ranges,
    ) -> bool {
        let (low, high) = (first.value, last.value);
        let span = first.span.to(last.span);
        let outside = width.is_some_and(|bits| bits < 64 && high >> bits != 0);
        if low > high || outside {
            let message = if low > high {
                format!("the range {low}..{high} runs backwards")
            } else {
                format!("`{}` never has this value", switch.on.text)
            };
            self.context
                .error(Code::BadSwitch, span, message)
                .label(match width {
                    Some(bits) if outside => {
                        format!("it has {bits} bits: 0 to {}", bits::ones(bits))
                    }
                    _ => String::new(),
                });
            return false;
        }
        if i64::try_from(high).is_err() {
            self.context
                .error(Code::OutOfRange, span, "a value of a case is too large")
                .label(format!("expected at most {}", i64::MAX));
            return false;
        }
        let all = self.context.machine.all();
        if let Some(clash) = taken.take(i128::from(low), i128::from(high), all, span) {
            let message = format!("value {} is chosen twice", clash.number);
            self.context
                .error(Code::BadSwitch, span, message)
                .also(clash.place, "first here");
            return false;
        }
        true
    }

    /// The condition of a case; `None` if a number of it is in error.
    fn case(&mut self, case: &ast::Case, on: &Place) -> Option<Condition> {
        let number = |number: &ast::Number| Value::Number(number.value.cast_signed());
        let compare = |op: BinaryOp, with: &ast::Number| {
            let value = Box::new(Value::Field(on.clone()));
            Value::Binary(op, value, Box::new(number(with)))
        };
        let both =
            |op: BinaryOp, a: Condition, b: Condition| Value::Binary(op, Box::new(a), Box::new(b));
        let mut whole: Option<Condition> = None;
        for (first, last) in &case.values {
            let one = if first.value == last.value {
                compare(BinaryOp::Eq, first)
            } else {
                both(
                    BinaryOp::And,
                    compare(BinaryOp::Ge, first),
                    compare(BinaryOp::Le, last),
                )
            };
            whole = Some(match whole {
                None => one,
                Some(others) => both(BinaryOp::Or, others, one),
            });
        }
        let whole = whole?;
        self.computable(&whole, case.span).then_some(whole)
    }
}
