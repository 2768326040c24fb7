//! Calls of functions that a description declares: `let SUM(UINT32 A, UINT32 B) : UINT32 = A + B;`.
//!
//! What a parameter stands for is a local, which is set before the statement that calls; the
//! function's value stands in the place of the call.

use super::arguments::Declared;
use super::checker::{Checker, Variable, counted};
use super::environment::Environment;
use super::ir::Expression;
use super::value::Target;
use crate::ast::{Local, OpArg};
use crate::diagnostic::Code;
use crate::source::Span;

impl<'a> Checker<'a> {
    pub(super) fn function(
        &mut self,
        index: usize,
        arguments: &[OpArg],
        span: Span,
    ) -> Option<Expression> {
        let environment: &'a Environment = self.environment;
        let function = environment.functions.get(index)?;
        if self.calling.contains(&index) {
            let message = format!("`{}` calls itself", function.name.text);
            self.error(Code::OpUnknown, span, message)
                .help("a function is an expression: it cannot call itself, nor what calls it");
            return None;
        }
        let parameters = self.parameters(function, arguments, span)?;
        self.calling.push(index);
        // It sees its parameters and the machine, and not what is around the call.
        let scopes = std::mem::replace(&mut self.scopes, vec![parameters]);
        let arguments = std::mem::take(&mut self.arguments);
        let visible = std::mem::take(&mut self.visible_lets);
        let outside = std::mem::replace(&mut self.outside, true);
        let value = self.value(&function.value);
        self.scopes = scopes;
        self.arguments = arguments;
        self.visible_lets = visible;
        self.outside = outside;
        self.calling.pop();
        if !self.used_functions.contains(&index) {
            self.used_functions.push(index);
        }
        let declared = self.declared(&function.ty)?;
        let (Declared::Value(ty), None) = (declared, &function.space) else {
            let message = "a function gives a value, and no address";
            self.error(Code::OpType, function.ty.span, message)
                .help("give the number, and let the family say what it is an address of");
            return None;
        };
        let target = Target::named(&function.name.text);
        self.coerce(value?, ty, function.value.span, &target)
    }

    /// The parameters as locals, with what they are called with.
    fn parameters(
        &mut self,
        function: &Local,
        arguments: &[OpArg],
        span: Span,
    ) -> Option<Vec<Variable>> {
        let (wanted, given) = (function.params.len(), arguments.len());
        if wanted != given {
            let name = &function.name.text;
            let wanted = counted(wanted, "argument");
            let message = format!("`{name}` takes {wanted}, not {given}");
            self.error(Code::OpArguments, span, message)
                .also(function.name.span, "declared here");
            return None;
        }
        let mut all = Vec::new();
        for (parameter, argument) in function.params.iter().zip(arguments) {
            let OpArg::Value(value) = argument else {
                self.error(Code::OpArguments, span, "functions take values, not types");
                return None;
            };
            let declared = match &parameter.ty {
                Some(ty) => self.declared(ty)?,
                None => Declared::Pointer(super::types::Pointee::Byte),
            };
            let Declared::Value(ty) = declared else {
                let message = "a parameter of a function is a value and has a type";
                self.error(Code::OpArguments, parameter.name.span, message)
                    .help(format!(
                        "write `UINT32 {}`, or another type",
                        parameter.name.text
                    ));
                return None;
            };
            let checked = self.value(value)?;
            let target = Target::named(&parameter.name.text);
            let checked = self.coerce(checked, ty, value.span, &target)?;
            let local = self.new_local(&parameter.name.text, ty);
            self.pending.push((local, checked));
            all.push(Variable {
                name: parameter.name.text.clone(),
                local,
                span: parameter.name.span,
                range: None,
            });
        }
        Some(all)
    }
}
