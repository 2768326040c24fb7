//! Calls of builtin functions.

use super::arguments::Declared;
use super::balance::Balance;
use super::builtins::{self, Builtin, Function, Signature};
use super::checker::{Checker, counted};
use super::ir::{Conversion, Expression, ExpressionKind};
use super::types::{Scalar, Type};
use super::value::Target;
use super::value::{Value, plain};
use crate::ast::{Name, OpArg, OpExpr, OpExprKind};
use crate::diagnostic::Code;
use crate::source::Span;
use crate::suggest::nearest;

impl Checker<'_> {
    pub(super) fn call(&mut self, name: &Name, arguments: &[OpArg], span: Span) -> Option<Value> {
        if name.text == builtins::LANE {
            return self.other_lane(arguments, span);
        }
        if name.text == builtins::CONVERT {
            return self.convert_number(arguments, span).map(Value::from);
        }
        if let Some(value) = self.of_operand(name, arguments, span) {
            return value;
        }
        let functions = &self.environment.functions;
        if let Some(index) = functions.iter().position(|it| it.name.text == name.text) {
            return self.function(index, arguments, span).map(Value::from);
        }
        let mut values = Vec::new();
        let mut good = true;
        for argument in arguments {
            match argument {
                OpArg::Type(ty) => {
                    self.error(
                        Code::OpArguments,
                        ty.span,
                        "functions take values, not types",
                    );
                    good = false;
                }
                OpArg::Value(value) => match self.value(value) {
                    Some(checked) => values.push((checked, value.span)),
                    None => good = false,
                },
            }
        }
        let Some(function) = builtins::find(&name.text) else {
            let own = self.environment.functions.iter();
            let own = own.map(|function| function.name.text.as_str());
            let known = builtins::FUNCTIONS.iter().map(|f| f.name).chain(own);
            let near = nearest(&name.text, known).map(|near| format!("did you mean `{near}`?"));
            let message = format!("unknown function `{}`", name.text);
            let builtin = "only functions can be called here, builtin ones and those of a `let` with parameters, and no operations";
            self.error(Code::OpArguments, name.span, message)
                .help(near.as_deref().unwrap_or(builtin));
            return None;
        };
        let wanted = function.signature.arguments();
        if arguments.len() != wanted {
            let message = format!(
                "`{}` takes {}, not {}",
                function.name,
                counted(wanted, "argument"),
                arguments.len()
            );
            self.error(Code::OpArguments, span, message);
            return None;
        }
        if !good {
            return None;
        }
        self.apply(function, values).map(Value::from)
    }

    fn apply(&mut self, function: &Function, values: Vec<(Value, Span)>) -> Option<Expression> {
        let mut values = values.into_iter();
        let (ty, arguments) = match function.signature {
            Signature::Alike(_) => {
                let (first, second) = (values.next()?, values.next()?);
                let span = first.1.to(second.1);
                let (a, b) = self.balance(first, second, Balance::CHOICE)?;
                self.number_type(&a, span)?;
                (a.ty, vec![a, b])
            }
            Signature::Signed => {
                let (value, span) = values.next()?;
                let value = self.settled(value, span)?;
                let signed = value.ty.as_integer().is_some_and(|(_, signed)| signed);
                if !signed && value.ty.as_floating().is_none() {
                    let message = format!("`{}` of {} says nothing", function.name, value.ty);
                    self.error(Code::OpType, span, message)
                        .help("cast it to a signed integer or a floating-point type");
                    return None;
                }
                (value.ty, vec![value])
            }
            Signature::Floating(_) => {
                let (value, span) = values.next()?;
                let first = self.settled(value, span)?;
                self.floating(&first, span)?;
                let mut arguments = vec![first.clone()];
                for other in values {
                    // The first says the type.
                    let first = (Value::from(first.clone()), span);
                    arguments.push(self.balance(first, other, Balance::CHOICE)?.1);
                }
                (first.ty, arguments)
            }
            Signature::Scaled(count) => {
                let (value, span) = values.next()?;
                let first = self.settled(value, span)?;
                self.floating(&first, span)?;
                let mut arguments = vec![first.clone()];
                for other in values.by_ref().take(count - 1) {
                    let first = (Value::from(first.clone()), span);
                    arguments.push(self.balance(first, other, Balance::CHOICE)?.1);
                }
                let (by, by_span) = values.next()?;
                let target = Target::argument(function.name);
                let int = Type::Scalar(Scalar::INT32);
                arguments.push(self.coerce(by, int, by_span, &target)?);
                (first.ty, arguments)
            }
            Signature::Narrow => {
                let (value, span) = values.next()?;
                let value = self.settled(value, span)?;
                self.floating(&value, span)?;
                if value.ty == Type::Scalar(Scalar::Double) {
                    let message = format!("`{}` is of HALF and FLOAT only", function.name);
                    self.error(Code::OpType, span, message)
                        .help("`CONVERT(FLOAT, x)` makes a double a single");
                    return None;
                }
                (value.ty, vec![value])
            }
            Signature::Predicate => {
                let (value, span) = values.next()?;
                let value = self.settled(value, span)?;
                self.floating(&value, span)?;
                (Type::Bool, vec![value])
            }
            Signature::Ballot => {
                let (value, span) = values.next()?;
                self.all_lanes(span)?;
                (Type::unsigned(64), vec![self.truth(value, span)?])
            }
            Signature::Count => {
                let (value, span) = values.next()?;
                let value = self.settled(value, span)?;
                self.integer(&value, span)?;
                (Type::unsigned(32), vec![plain(value)])
            }
            Signature::Copy(scalar) => {
                let (value, span) = values.next()?;
                let value = self.settled(value, span)?;
                return self.copy_bits(function, value, Type::Scalar(scalar), span);
            }
            Signature::Integer => {
                let (value, span) = values.next()?;
                let value = plain(self.settled(value, span)?);
                self.integer(&value, span)?;
                (value.ty, vec![value])
            }
            // Their first arguments are no values: `call` does not get here.
            Signature::Lane | Signature::Convert => return None,
            Signature::Fixed(parameters, result) => {
                let mut arguments = Vec::new();
                let target = Target::argument(function.name);
                for ((value, span), parameter) in values.zip(parameters) {
                    arguments.push(self.coerce(value, Type::Scalar(*parameter), span, &target));
                }
                let arguments: Option<Vec<_>> = arguments.into_iter().collect();
                (Type::Scalar(result), arguments?)
            }
        };
        let kind = ExpressionKind::Call(function.builtin?, arguments);
        Some(Expression { ty, kind })
    }

    /// `CONVERT(T, x)`: a number of one type as one of another.
    fn convert_number(&mut self, arguments: &[OpArg], span: Span) -> Option<Expression> {
        let (ty, value, rounding) = match arguments {
            [OpArg::Type(ty), OpArg::Value(value)] => (ty, value, None),
            [OpArg::Type(ty), OpArg::Value(value), OpArg::Value(rounding)] => {
                (ty, value, Some(rounding))
            }
            _ => {
                let message = "`CONVERT` takes a type and a number: `CONVERT(FLOAT, x)`";
                self.error(Code::OpArguments, span, message)
                    .help("or also how to round: `CONVERT(HALF, x, 3)`");
                return None;
            }
        };
        let declared = self.declared(ty);
        let checked = self.value(value)?;
        let from = self.settled(checked, value.span)?;
        self.number_type(&from, value.span)?;
        let from = plain(from);
        let Declared::Value(to @ Type::Scalar(_)) = declared? else {
            let message = format!("`{}` is no type of numbers", ty.name);
            self.error(Code::OpArguments, ty.span, message);
            return None;
        };
        let rounding = match rounding {
            Some(rounding) => {
                let value = self.value(rounding)?;
                let target = Target::argument(builtins::CONVERT);
                let uint = Type::Scalar(Scalar::UINT32);
                Some(self.coerce(value, uint, rounding.span, &target)?)
            }
            None => None,
        };
        if from.ty == to {
            return Some(from);
        }
        if from.ty.as_floating().is_none() && to.as_floating().is_none() {
            let message = "`CONVERT` is for floating-point types, and both of these are integers";
            self.error(Code::OpType, span, message)
                .help(format!("write a cast: `({to})x`"));
            return None;
        }
        Some(Expression {
            ty: to,
            kind: ExpressionKind::Call(
                Builtin::Convert,
                std::iter::once(from).chain(rounding).collect(),
            ),
        })
    }

    /// `VALUE(SRC0)` where `let VALUE(SRC)` is declared; `None` if nothing of
    /// that name is.
    fn of_operand(
        &mut self,
        name: &Name,
        arguments: &[OpArg],
        span: Span,
    ) -> Option<Option<Value>> {
        let declared = self.environment.of_operands.contains(&name.text);
        if !declared {
            return None;
        }
        if let [
            OpArg::Value(OpExpr {
                kind: OpExprKind::Name(operand),
                ..
            }),
        ] = arguments
        {
            let full = crate::ast::of_operand(&name.text, operand);
            let kind = OpExprKind::Name(full.clone());
            return Some(self.named(&OpExpr { span, kind }, &full, span));
        }
        let message = format!("`{}` is declared of one operand", name.text);
        self.error(Code::OpArguments, span, message)
            .help(format!("write `{}(OPERAND)` with its name", name.text));
        Some(None)
    }

    fn floating(&mut self, value: &Expression, span: Span) -> Option<()> {
        if value.ty.as_floating().is_some() {
            return Some(());
        }
        let message = format!("{} is no floating-point type", value.ty);
        self.error(Code::OpType, span, message)
            .help("`ASFLOAT` and its like give register bits a type");
        None
    }

    fn number_type(&mut self, value: &Expression, span: Span) -> Option<()> {
        if value.ty.as_floating().is_none() {
            self.integer(value, span)?;
        }
        Some(())
    }

    fn copy_bits(
        &mut self,
        function: &Function,
        value: Expression,
        ty: Type,
        span: Span,
    ) -> Option<Expression> {
        if matches!(value.ty, Type::Pointer { .. }) {
            self.error(Code::OpType, span, "an address has no other type");
            return None;
        }
        if value.ty.bits() != ty.bits() {
            let message = format!(
                "`{}` copies {} bits, this has {}",
                function.name,
                ty.bits(),
                value.ty.bits()
            );
            self.error(Code::OpWidth, span, message);
            return None;
        }
        Some(value.converted(Conversion::BitCast, ty))
    }
}
