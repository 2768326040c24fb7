//! Templates: what a row's arguments put in for the parameters.

use super::arguments::{Arguments, ValueArgument};
use super::arguments::{Declared, Written};
use super::checker::{Checker, counted};
use super::ir::Expression;
use super::operations::Operations;
use super::value::Target;
use crate::ast::{self, OpArg, OpParam};
use crate::diagnostic::Code;
use crate::source::Span;
use crate::suggest::nearest;

impl Checker<'_> {
    pub(super) fn instantiate<'o>(
        &mut self,
        operations: &Operations<'o>,
        name: &ast::Name,
        arguments: &[OpArg],
    ) -> Option<&'o ast::Operation> {
        let Some(operation) = operations.get(&name.text) else {
            let help = nearest(&name.text, operations.by_name.keys().copied())
                .map(|near| format!("did you mean `{near}`?"));
            let message = format!("there is no operation `{}`", name.text);
            self.error(Code::OpUnknown, name.span, message)
                .suggest(help);
            return None;
        };
        let (wanted, given) = (operation.params.len(), arguments.len());
        if wanted != given {
            let message = format!(
                "`{}` takes {}, not {given}",
                name.text,
                counted(wanted, "argument")
            );
            self.error(Code::OpArguments, name.span, message)
                .also(operation.name.span, "declared here");
            return None;
        }
        let mut good = true;
        // The arguments are the row's: they do not see each other's names.
        let mut instance = Arguments::default();
        for (parameter, argument) in operation.params.iter().zip(arguments) {
            good &= self.argument(parameter, argument, &mut instance).is_some();
        }
        self.arguments = instance;
        good.then_some(operation)
    }

    fn argument(
        &mut self,
        parameter: &OpParam,
        argument: &OpArg,
        instance: &mut Arguments,
    ) -> Option<()> {
        if let Some(ty) = &parameter.ty {
            return self.value_argument(ty, &parameter.name, argument, instance);
        }
        let parameter = &parameter.name;
        match (parameter.text.as_str(), argument) {
            ("T", OpArg::Type(ty)) if ty.stars == 0 => {
                let written = Written::from_name(&ty.name);
                if matches!(written, None | Some(Written::Bool)) {
                    let message = format!("`{}` cannot be the type of a template", ty.name);
                    self.error(Code::OpArguments, ty.span, message)
                        .help("an integer or floating-point type");
                    return None;
                }
                instance.scalar = written;
            }
            ("T", other) => {
                self.error(
                    Code::OpArguments,
                    argument_span(other),
                    "a type is expected here",
                )
                .also(parameter.span, "for this parameter");
                return None;
            }
            (_, OpArg::Type(ty)) => {
                self.error(Code::OpArguments, ty.span, "an integer is expected here")
                    .also(parameter.span, "for this parameter; only `T` is a type");
                return None;
            }
            (name, OpArg::Value(value)) => {
                let number = self.linear(value).filter(|l| l.steps.is_empty());
                let Some(number) = number.and_then(|l| i64::try_from(l.constant).ok()) else {
                    self.error(Code::OpArguments, value.span, "a constant is expected here")
                        .also(parameter.span, "for this parameter");
                    return None;
                };
                instance.constants.push((name.to_owned(), number));
            }
        }
        Some(())
    }

    fn value_argument(
        &mut self,
        ty: &ast::OpType,
        parameter: &ast::Name,
        argument: &OpArg,
        instance: &mut Arguments,
    ) -> Option<()> {
        let span = ty.span;
        let Declared::Value(ty) = self.declared(ty)? else {
            let message = "a parameter cannot be a pointer";
            self.error(Code::OpArguments, span, message)
                .help("take the value, or use a `let` of the family");
            return None;
        };
        let OpArg::Value(expression) = argument else {
            let span = argument_span(argument);
            self.error(Code::OpArguments, span, "a value is expected here")
                .also(parameter.span, "for this parameter");
            return None;
        };
        let expression = expression.clone();
        let value = ValueArgument { ty, expression };
        instance.values.push((parameter.text.clone(), value));
        Some(())
    }

    /// The argument of a parameter with a type.
    pub(super) fn value_named(&self, name: &str) -> Option<&ValueArgument> {
        let mut values = self.arguments.values.iter();
        values.find(|(n, _)| n == name).map(|(_, value)| value)
    }

    /// What stands for a parameter with a type: the row's expression, which
    /// does not see the parameters.
    pub(super) fn value_of_parameter(&mut self, argument: ValueArgument) -> Option<Expression> {
        let ValueArgument { ty, expression } = argument;
        let around = std::mem::take(&mut self.arguments);
        let value = self.value(&expression);
        self.arguments = around;
        let target = Target::named("the parameter");
        self.coerce(value?, ty, expression.span, &target)
    }
}

fn argument_span(argument: &OpArg) -> Span {
    match argument {
        OpArg::Type(ty) => ty.span,
        OpArg::Value(value) => value.span,
    }
}
