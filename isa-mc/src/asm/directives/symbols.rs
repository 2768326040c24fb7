//! What is said of symbols.

use super::super::arguments::Arguments;
use super::super::error::{Code, Fault};
use super::super::reading::{Reading, Statement};
use crate::TargetMachine;
use isa_dsl::suggest::nearest;

use crate::object::{Binding, Definition, SectionKind, SymbolId, SymbolKind, Visibility, flag};

impl<'t, T: TargetMachine<'t>> Reading<'_, '_, 't, T> {
    /// `.set NAME, VALUE`, `NAME = VALUE`; `variable` names may get another value.
    pub(in super::super) fn assign(
        &mut self,
        statement: &Statement<'_>,
        name: &str,
        mut arguments: Arguments<'_>,
        variable: bool,
    ) -> Result<(), Fault> {
        let location = statement.whole();
        self.texts.keep(location);
        if name == "." {
            // `. = ADDRESS` is `.org ADDRESS`.
            return self.org(statement, &mut arguments);
        }
        let value = arguments.expression(&mut self.scope(location))?;
        arguments.end()?;
        let symbol = self.builder.symbols.intern(name, location);
        let result = self.builder.set(symbol, value, variable, location);
        result.map_err(|kind| self.object_fault(&kind, 0..statement.text.len()))
    }

    pub(super) fn symbol(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<SymbolId, Fault> {
        let start = arguments.at();
        let name = arguments.name()?;
        let location = statement.location(start..start + name.len());
        self.texts.keep(location);
        Ok(self.builder.symbols.intern(name, location))
    }

    /// `.globl a, b` and its like.
    pub(super) fn attributes(
        &mut self,
        name: &str,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(), Fault> {
        loop {
            let symbol = self.symbol(statement, arguments)?;
            let row = &mut self.builder.symbols[symbol];
            match name {
                ".globl" | ".global" if row.binding == Binding::Weak => {}
                ".globl" | ".global" => row.binding = Binding::Global,
                ".weak" => {
                    row.binding = Binding::Weak;
                    row.is_used = true;
                }
                ".local" => row.binding = Binding::Local,
                ".hidden" => row.visibility = Visibility::Hidden,
                ".internal" => row.visibility = Visibility::Internal,
                _ => row.visibility = Visibility::Protected,
            }
            row.is_bound |= matches!(name, ".globl" | ".global" | ".weak" | ".local");
            if !arguments.another()? {
                return Ok(());
            }
        }
    }

    /// `.extern a, b`
    pub(super) fn external_names(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(), Fault> {
        loop {
            self.symbol(statement, arguments)?;
            if !arguments.another()? {
                return Ok(());
            }
        }
    }

    /// `.type NAME, @function`
    pub(super) fn symbol_type(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(), Fault> {
        let symbol = self.symbol(statement, arguments)?;
        arguments.take(b',');
        let start = arguments.at();
        let word = arguments.word();
        arguments.end()?;
        let name = word.trim_start_matches(['@', '%', '#']).trim_matches('"');
        let kind = match name {
            "function" | "STT_FUNC" => SymbolKind::Function,
            "object" | "STT_OBJECT" => SymbolKind::Object,
            "notype" | "STT_NOTYPE" => SymbolKind::Unknown,
            "common" | "STT_COMMON" => SymbolKind::Common,
            "tls_object" | "STT_TLS" => SymbolKind::ThreadLocal,
            "amdgpu_hsa_kernel" | "STT_AMDGPU_HSA_KERNEL" => SymbolKind::Kernel,
            _ => {
                let message = format!(
                    "`{word}` is no type of a symbol: @function, @object, @notype, @common, @tls_object"
                );
                return Err(Fault::new(
                    Code::BadArguments,
                    start..start + word.len(),
                    message,
                ));
            }
        };
        self.builder.symbols[symbol].kind = kind;
        Ok(())
    }

    /// `.reloc OFFSET, NAME, VALUE`: a relocation of that name.
    pub(super) fn relocation(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(), Fault> {
        let whole = statement.whole();
        let offset = arguments.expression(&mut self.scope(whole))?;
        arguments.comma()?;
        let start = arguments.at();
        let name = arguments.name()?;
        let relocation = self.builder.format.named(name).ok_or_else(|| {
            let names = self.builder.format.relocations.iter().map(|row| row.name);
            let message = match nearest(name, names) {
                Some(near) => format!("there is no relocation `{name}`; did you mean `{near}`?"),
                None => format!("there is no relocation `{name}`"),
            };
            Fault::new(Code::Relocation, start..start + name.len(), message)
        })?;
        let value = match arguments.another()? {
            true => Some(arguments.expression(&mut self.scope(whole))?),
            false => None,
        };
        arguments.end()?;
        self.texts.keep(whole);
        self.builder.relocation(offset, relocation, value, whole);
        Ok(())
    }

    /// `.addrsig_sym NAME`: the address of the symbol matters.
    pub(super) fn address_significant(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(), Fault> {
        let symbol = self.symbol(statement, arguments)?;
        arguments.end()?;
        let symbols = self.builder.address_significant.get_or_insert_default();
        symbols.push(symbol);
        Ok(())
    }

    /// `.size NAME, BYTES`
    pub(super) fn symbol_size(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(), Fault> {
        let symbol = self.symbol(statement, arguments)?;
        arguments.comma()?;
        let size = arguments.expression(&mut self.scope(statement.whole()))?;
        arguments.end()?;
        self.builder.symbols[symbol].size = Some(size);
        Ok(())
    }

    /// `.comm NAME, BYTES, ALIGNMENT`: storage that the linker makes, or, if the
    /// symbol is local, a part of `.bss`.
    pub(super) fn common(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
        local: bool,
    ) -> Result<(), Fault> {
        let whole = statement.whole();
        let symbol = self.symbol(statement, arguments)?;
        arguments.comma()?;
        let start = arguments.at();
        let size = arguments.number(&mut self.scope(whole))?;
        let mut align = 1;
        if arguments.take(b',') {
            let number = arguments.number(&mut self.scope(whole))?;
            let power = self.builder.format.common_alignment_is_power;
            let written = u64::try_from(number).ok();
            let bytes = match power {
                true => written.filter(|it| *it < 32).map(|it| 1 << it),
                false => written.filter(|it| it.is_power_of_two()),
            };
            align = bytes.ok_or_else(|| {
                let message = match power {
                    true => format!("an alignment of 2 to the power of {number} is none"),
                    false => format!("an alignment is a power of two, {number} is none"),
                };
                Fault::new(Code::Range, start..arguments.at(), message)
            })?;
        }
        arguments.end()?;
        let size = u64::try_from(size).map_err(|_| {
            let message = "a size is not less than zero";
            Fault::new(Code::Range, start..arguments.at(), message)
        })?;
        let row = &mut self.builder.symbols[symbol];
        row.kind = SymbolKind::Object;
        let is_local = local || row.is_bound && row.binding == Binding::Local;
        if !is_local {
            if row.definition != Definition::Undefined {
                let kind = crate::object::ObjectErrorKind::Redefined(symbol);
                return Err(self.object_fault(&kind, 0..statement.text.len()));
            }
            row.definition = Definition::Common { size, align };
            return Ok(());
        }
        let before = self.builder.current();
        let flags = flag::ALLOC | flag::WRITE;
        let section = self.builder.section(".bss", SectionKind::NoBits, flags, 0);
        self.builder.select(section);
        let zero = crate::object::Fill::ZERO;
        let result = self
            .builder
            .align(align, u64::MAX, zero, whole)
            .and_then(|()| self.builder.define(symbol, whole))
            .and_then(|()| self.builder.fill(size, zero));
        self.builder.select(before);
        let bytes = self.constant(size.cast_signed());
        self.builder.symbols[symbol].size = Some(bytes);
        result.map_err(|kind| self.object_fault(&kind, 0..statement.text.len()))
    }
}
