//! What is said of symbols.

use std::ops::Range;

use super::super::arguments::Arguments;
use super::super::error::{Code, Fault};
use super::super::reading::{Reading, Statement};
use isa_dsl::suggest::nearest;

use crate::object::{Binding, Definition, SectionKind, SymbolId, SymbolKind, Visibility, flag};

impl Reading<'_, '_, '_> {
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
        if self.discarded.contains(name) {
            return Ok(());
        }
        let symbol = self.builder.symbols.intern(name, location);
        let written = self.writer.as_ref().map(|writer| {
            let mut text = String::new();
            writer.expression(&self.builder, value, &mut text);
            (text, writer.number(&self.builder, value).is_none())
        });
        let result = self.builder.set(symbol, value, variable, location);
        result.map_err(|kind| self.object_fault(&kind, 0..statement.text.len()))?;
        if let (Some((text, is_placed)), Some(writer)) = (written, &mut self.writer) {
            writer.set_placed(symbol, is_placed);
            self.write_named(".set ", symbol, format_args!(", {text}"));
        }
        Ok(())
    }

    /// `.set NAME, VALUE`, and its like.
    pub(super) fn set_directive(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
        variable: bool,
    ) -> Result<(), Fault> {
        let name = arguments.name()?;
        arguments.comma()?;
        let rest = Arguments::new(statement.text, arguments.at());
        self.assign(statement, name, rest, variable)?;
        if self.writer.is_some()
            && let Some(symbol) = self.builder.symbols.find(name)
            && !self.discarded.contains(name)
        {
            // LLVM says it, so that no linker takes the name away.
            self.write_named("\t.no_dead_strip\t", symbol, "");
        }
        Ok(())
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
        let mut is_more = !arguments.is_at_end();
        while is_more {
            let start = arguments.at();
            let symbol = self.symbol(statement, arguments)?;
            let end = arguments.at();
            is_more = arguments.another()?;
            self.check_is_shared(name, symbol, start..end)?;
            let row = &mut self.builder.symbols[symbol];
            if self.discarded.contains(&*row.name) {
                continue;
            }
            let binding = match name {
                ".globl" | ".global" => Some(Binding::Global),
                ".weak" | ".weak_reference" => Some(Binding::Weak),
                ".local" => Some(Binding::Local),
                _ => None,
            };
            if let Some(binding) = binding
                && row.is_said
                && row.binding != binding
            {
                let before = row.binding;
                let message = format!("`{}` was {before:?} before", row.name).to_lowercase();
                if binding != Binding::Weak {
                    return Err(Fault::new(Code::Redefined, 0..arguments.at(), message));
                }
                self.warning(statement.whole(), message);
            }
            let row = &mut self.builder.symbols[symbol];
            row.is_said |= binding.is_some();
            row.is_listed = true;
            match name {
                ".globl" | ".global" => row.binding = Binding::Global,
                ".memtag" | ".no_dead_strip" => row.is_used = true,
                ".weak" | ".weak_reference" => {
                    row.binding = Binding::Weak;
                    row.is_used = true;
                }
                ".local" => row.binding = Binding::Local,
                ".hidden" => row.visibility = Visibility::Hidden,
                ".internal" => row.visibility = Visibility::Internal,
                _ => row.visibility = Visibility::Protected,
            }
            row.is_bound |= matches!(
                name,
                ".globl" | ".global" | ".weak" | ".weak_reference" | ".local"
            );
            let written = match name {
                ".global" => ".globl",
                ".weak_reference" => ".weak",
                name => name,
            };
            self.write_named(format_args!("\t{written}\t"), symbol, "");
        }
        Ok(())
    }

    /// Whether a directive may be of a symbol: a name that is private to the source is
    /// nobody else's.
    fn check_is_shared(
        &self,
        directive: &str,
        symbol: SymbolId,
        span: Range<usize>,
    ) -> Result<(), Fault> {
        let prefix = self.builder.format.private_prefix;
        let name = &*self.builder.symbols[symbol].name;
        let is_private = !prefix.is_empty() && name.starts_with(prefix);
        let shares = [".globl", ".global", ".weak_reference", ".no_dead_strip"];
        if !is_private || !shares.contains(&directive) {
            return Ok(());
        }
        let message = format!(
            "`{name}` is private to this source, as all names are that begin with `{prefix}`: \
             choose another name for `{directive}`"
        );
        Err(Fault::new(Code::BadArguments, span, message))
    }

    /// `.extern a, b`
    pub(super) fn external_names(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) {
        while self.symbol(statement, arguments).is_ok() {
            if !arguments.take(b',') {
                break;
            }
        }
        // LLVM looks at none of it.
        arguments.take_rest();
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
            // Whether it is common its definition says.
            "object" | "STT_OBJECT" | "common" | "STT_COMMON" | "gnu_unique_object" => {
                SymbolKind::Object
            }
            "notype" | "STT_NOTYPE" => SymbolKind::Unknown,
            "tls_object" | "STT_TLS" => SymbolKind::ThreadLocal,
            "gnu_indirect_function" | "STT_GNU_IFUNC" => SymbolKind::Indirect,
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
        let written = match name {
            "STT_FUNC" => "function",
            "STT_OBJECT" => "object",
            "STT_COMMON" => "common",
            "STT_NOTYPE" => "notype",
            "STT_TLS" => "tls_object",
            "STT_GNU_IFUNC" => "gnu_indirect_function",
            name => name,
        };
        self.write_named("\t.type\t", symbol, format_args!(",@{written}"));
        let row = &mut self.builder.symbols[symbol];
        row.kind = combined(row.kind, kind);
        row.is_listed = true;
        if name == "gnu_unique_object" {
            row.binding = Binding::Unique;
            row.is_bound = true;
        }
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
        self.write(|writer, builder| {
            let mut line = "\t.reloc ".to_string();
            writer.expression(builder, offset, &mut line);
            line.push_str(", ");
            line.push_str(name);
            if let Some(value) = value {
                line.push_str(", ");
                writer.expression(builder, value, &mut line);
            }
            line
        });
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
        self.significant.push(symbol);
        self.write_named("\t.addrsig_sym ", symbol, "");
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
        self.write_value_of("\t.size\t", symbol, size);
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
        if local && arguments.peek() == b',' {
            let message = "`.lcomm` takes no alignment: `.local` and `.comm` do";
            return Err(arguments.fault(Code::BadArguments, message));
        }
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
        let is_said_local = local;
        let is_local = local || row.is_bound && row.binding == Binding::Local;
        if !is_local {
            let common = Definition::Common { size, align };
            // The same may be said twice.
            if row.definition != Definition::Undefined && row.definition != common {
                let kind = crate::object::ObjectErrorKind::Redefined(symbol);
                return Err(self.object_fault(&kind, 0..statement.text.len()));
            }
            row.definition = common;
            self.write_common(symbol, size, align, is_said_local);
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
        result.map_err(|kind| self.object_fault(&kind, 0..statement.text.len()))?;
        self.write_common(symbol, size, align, is_said_local);
        Ok(())
    }

    fn write_common(&mut self, symbol: SymbolId, size: u64, align: u64, is_local: bool) {
        let align = match self.builder.format.common_alignment_is_power {
            true => align.ilog2().into(),
            false => align,
        };
        match is_local {
            true => self.write_named("\t.lcomm\t", symbol, format_args!(",{size}")),
            false => self.write_named("\t.comm\t", symbol, format_args!(",{size},{align}")),
        }
    }
}

/// The kind of a symbol of which two are said: the one that says more.
fn combined(before: SymbolKind, now: SymbolKind) -> SymbolKind {
    const LEAST_FIRST: [SymbolKind; 5] = [
        SymbolKind::Unknown,
        SymbolKind::Object,
        SymbolKind::Function,
        SymbolKind::Indirect,
        SymbolKind::ThreadLocal,
    ];
    let rank = |kind| LEAST_FIRST.iter().position(|it| *it == kind);
    if rank(before) > rank(now) {
        before
    } else {
        now
    }
}
