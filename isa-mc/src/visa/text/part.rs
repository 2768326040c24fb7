//! What a kernel or function declares, as text, and what the header has of it.

use core::fmt::Write as _;

use super::attributes::{OUTPUT_PATH, Owner, TARGET, Value, belongs, value};
use super::cursor::push_string;
use super::known::{Known, Style};
use super::names::Given;
use super::words;
use crate::visa::object::{
    Attribute, Binary, FileVariable, Input, InputKind, Relocation, Routine, first,
};

/// A kernel or function whose declarations are written.
pub(super) struct Part<'r> {
    pub(super) routine: &'r Routine,
    style: Style,
    /// The strings that whoever reads the text takes next, where it says all of them.
    given: Option<Given>,
}

impl<'r> Part<'r> {
    /// With the order of strings and labels, if the text is exact.
    pub(super) fn new(routine: &'r Routine, style: Style, exact: bool) -> Part<'r> {
        let given = exact.then(|| {
            let mut given = Given::default();
            for (string, number) in routine.strings.iter().zip(0..) {
                given.add(string.to_vec(), number);
            }
            given
        });
        Part {
            routine,
            style,
            given,
        }
    }

    /// Its name, as it stands in the header, and the other one that its pool may have.
    pub(super) fn own_name(&mut self, header: &[u8], out: &mut String) {
        let strings = &self.routine.strings;
        match self.style {
            Style::GenX => {
                let mut name = strings.get(self.routine.name).unwrap_or_default().to_vec();
                for byte in &mut name {
                    *byte = if *byte == b'.' { b' ' } else { *byte };
                }
                push_string(out, &name);
            }
            Style::Names => {
                push_string(out, header);
                if !strings.is_empty() {
                    self.real_name(header, self.routine.name, out);
                }
            }
        }
    }

    /// The pool, some strings a line, where the text says it.
    pub(super) fn strings(&self, out: &mut String) {
        if self.given.is_none() || self.routine.strings.is_empty() {
            return;
        }
        for (number, string) in self.routine.strings.iter().enumerate() {
            out.push_str(if number % 8 == 0 { "\n.strings " } else { ", " });
            push_string(out, string);
        }
        out.push('\n');
    }

    /// Everything up to the instructions.
    pub(super) fn declarations(&mut self, known: &Known, inputs: &[Input], out: &mut String) {
        let routine = self.routine;
        if self.given.is_some() {
            self.labels(known, out);
        }
        out.push_str("\n/// VISA Predefined Variables");
        for (number, name) in words::VARIABLES.iter().enumerate() {
            let _ = write!(out, "\n// .decl V{number} v_type=G v_name={name}");
        }
        for (number, name) in words::SURFACES.iter().enumerate() {
            let _ = write!(out, "\n// .decl T{number} v_type=T v_name={name}");
        }
        out.push('\n');
        self.variables(known, out);
        for (row, name) in routine.addresses.iter().zip(&known.addresses) {
            self.state('A', (name, row.name, row.elements), &row.attributes, out);
        }
        for (row, name) in routine.predicates.iter().zip(&known.predicates) {
            self.state('P', (name, row.name, row.elements), &row.attributes, out);
        }
        for (row, name) in routine.samplers.iter().zip(&known.samplers) {
            self.state('S', (name, row.name, row.elements), &row.attributes, out);
        }
        for (row, name) in routine.surfaces.iter().zip(&known.surfaces) {
            self.state('T', (name, row.name, row.elements), &row.attributes, out);
        }
        if self.style == Style::Names {
            self.motion_estimations(out);
        }
        for input in inputs {
            self.input(*input, known, out);
        }
        self.attributes(out);
    }

    /// Whether the text must say the number of a string: another one of the same bytes would
    /// be taken.
    fn needs_number(&mut self, number: u32) -> bool {
        let Some(given) = &mut self.given else {
            return false;
        };
        let string = self.routine.strings.get(number).unwrap_or_default();
        if given.peek(string) != Some(number) {
            return true;
        }
        given.take(string);
        false
    }

    fn variables(&mut self, known: &Known, out: &mut String) {
        let routine = self.routine;
        for (index, (row, name)) in routine.variables.iter().zip(&known.variables).enumerate() {
            let (element_type, _) = words::TYPES[usize::from(row.element_type())];
            let _ = write!(
                out,
                "\n.decl {name} v_type=G type={element_type} num_elts={}",
                row.elements
            );
            match words::ALIGNMENTS.get(usize::from(row.alignment())) {
                // That of bytes is not said.
                Some(&"byte") => {}
                None if self.style == Style::GenX => {}
                None => {
                    let _ = write!(out, " align=#{}", row.alignment());
                }
                Some(word) => {
                    let _ = write!(out, " align={word}");
                }
            }
            let own = self.style == Style::Names;
            if row.alias != 0 || own && row.alias_offset != 0 {
                // What is declared further down is not known here.
                let is_known = row.alias < first::VARIABLE + index as u32;
                let _ = match known.variable(row.alias) {
                    alias if !own || is_known && !alias.is_empty() => {
                        write!(out, " alias=<{alias}, {}>", row.alias_offset)
                    }
                    _ => write!(out, " alias=<#{}, {}>", row.alias, row.alias_offset),
                };
            }
            if own && row.alias_scope != 0 {
                let _ = write!(out, " alias_scope={}", row.alias_scope);
            }
            self.real_name(name.as_bytes(), row.name, out);
            self.declared_attributes(&row.attributes, out);
        }
    }

    /// What is declared with a class and a number of elements.
    fn state(
        &mut self,
        class: char,
        (name, real_name, elements): (&str, u32, u16),
        attributes: &[Attribute],
        out: &mut String,
    ) {
        let _ = write!(out, "\n.decl {name} v_type={class} num_elts={elements}");
        let real = self.routine.strings.text(real_name);
        // The tools print it, and do not use it.
        if matches!(class, 'S' | 'T') && (self.style == Style::GenX || real == name) {
            let _ = write!(out, " v_name={real}");
        }
        self.real_name(name.as_bytes(), real_name, out);
        self.declared_attributes(attributes, out);
    }

    /// The name in the object, where the text has another one.
    fn real_name(&mut self, name: &[u8], real_name: u32, out: &mut String) {
        if self.style == Style::GenX {
            return;
        }
        let real = self.routine.strings.get(real_name).unwrap_or_default();
        if self.needs_number(real_name) {
            let _ = write!(out, " v_name=#{real_name}");
        } else if real != name {
            out.push_str(" v_name=");
            push_string(out, real);
        }
    }

    fn declared_attributes(&mut self, attributes: &[Attribute], out: &mut String) {
        for (number, attribute) in attributes.iter().enumerate() {
            out.push_str(if number == 0 { " attrs={" } else { ", " });
            self.attribute(attribute, Owner::Declaration, out);
        }
        if !attributes.is_empty() {
            out.push('}');
        }
    }

    fn attributes(&mut self, out: &mut String) {
        let routine = self.routine;
        let genx = self.style == Style::GenX;
        let mut has_target = false;
        for attribute in &routine.attributes {
            let name = routine.strings.text(attribute.name);
            has_target |= name == TARGET;
            // The tools leave this one out, so that listings can be compared.
            if genx && name == OUTPUT_PATH {
                continue;
            }
            out.push_str("\n.kernel_attr ");
            self.attribute(attribute, Owner::Routine, out);
        }
        if genx && !has_target {
            let _ = write!(out, "\n.kernel_attr {TARGET}=\"3d\"");
        }
    }

    fn attribute(&mut self, attribute: &Attribute, owner: Owner, out: &mut String) {
        let routine = self.routine;
        let name = routine.strings.text(attribute.name);
        if self.style == Style::Names && !has_words(&name, owner, &attribute.value) {
            push_string(out, routine.strings.get(attribute.name).unwrap_or_default());
            if self.needs_number(attribute.name) {
                let _ = write!(out, "#{}", attribute.name);
            }
            out.push('=');
            return byte_list(&attribute.value, out);
        }
        out.push_str(&name);
        if self.needs_number(attribute.name) {
            let _ = write!(out, "#{}", attribute.name);
        }
        let bytes = &attribute.value;
        let kind = value(&name).unwrap_or(Value::Number);
        let genx = self.style == Style::GenX;
        match (kind, bytes.as_slice()) {
            (Value::Text, []) => {}
            (Value::Text, text) => {
                out.push('=');
                push_string(out, text);
            }
            (Value::Flag, _) if genx => {}
            (Value::Flag | Value::Number, []) if !genx => {}
            (_, [0]) if name == TARGET => out.push_str("=\"cm\""),
            (_, [1]) if name == TARGET => out.push_str("=\"3d\""),
            (_, bytes) => {
                let number = signed(bytes);
                let _ = match (genx, bytes.len()) {
                    (true, _) if name == TARGET && number == 0 => write!(out, "=\"cm\""),
                    (true, _) if name == TARGET && number == 1 => write!(out, "=\"3d\""),
                    (false, 1) => write!(out, "={number}:ub"),
                    (false, 2) => write!(out, "={number}:uw"),
                    _ => write!(out, "={number}"),
                };
            }
        }
    }

    fn motion_estimations(&mut self, out: &mut String) {
        let routine = self.routine;
        for row in &routine.motion_estimations {
            out.push_str("\n.motion_estimation ");
            match self.needs_number(row.name) {
                true => {
                    let _ = write!(out, "#{}", row.name);
                }
                false => push_string(out, routine.strings.get(row.name).unwrap_or_default()),
            }
            let _ = write!(out, " num_elts={}", row.elements);
            self.declared_attributes(&row.attributes, out);
        }
    }

    fn input(&self, input: Input, known: &Known, out: &mut String) {
        let row = |names: &'_ [String], first: u32| {
            let row = input.id.checked_sub(first)?;
            names.get(row as usize).cloned()
        };
        let (letter, name) = match input.kind() {
            InputKind::Sampler => ('S', row(&known.samplers, first::SAMPLER)),
            InputKind::Surface => ('T', row(&known.surfaces, first::SURFACE)),
            InputKind::Variable => ('V', row(&known.variables, first::VARIABLE)),
            InputKind::Other => ('V', None),
        };
        if self.style == Style::Names && (name.is_none() || input.properties & 4 != 0) {
            let _ = write!(
                out,
                "\n.input #{} properties={} offset={} size={}",
                input.id, input.properties, input.offset, input.size
            );
            return;
        }
        match input.origin() {
            0 => out.push_str("\n.input "),
            origin => {
                let name = words::ORIGINS.get(usize::from(origin) - 1);
                let _ = match name {
                    Some(name) => write!(out, "\n.implicit_{name} "),
                    None => write!(out, "\n.implicit_UNDEFINED_{origin} "),
                };
            }
        }
        let name = match letter {
            'V' => Some(known.variable(input.id).to_owned()),
            _ => name,
        };
        let name = name.filter(|name| !name.is_empty());
        let name = name.unwrap_or_else(|| format!("{letter}{}", input.id));
        let _ = write!(out, "{name} offset={} size={}", input.offset, input.size);
    }

    fn labels(&mut self, known: &Known, out: &mut String) {
        let routine = self.routine;
        for (label, name) in routine.labels.iter().zip(&known.labels) {
            let _ = write!(out, ".label {name}");
            if label.kind != 0 {
                let _ = write!(out, " kind={}", label.kind);
            }
            self.real_name(name.as_bytes(), label.name, out);
            self.declared_attributes(&label.attributes, out);
            out.push('\n');
        }
    }
}

/// A number of up to eight bytes with a sign.
fn signed(bytes: &[u8]) -> i64 {
    let negative = bytes.last().is_some_and(|&last| last >= 0x80);
    let mut all = [if negative { 0xff } else { 0 }; 8];
    for (to, &from) in all.iter_mut().zip(bytes) {
        *to = from;
    }
    i64::from_le_bytes(all)
}

/// Whether an attribute has text that gives its bytes: others are a name in quotes and bytes.
fn has_words(name: &str, owner: Owner, bytes: &[u8]) -> bool {
    // It is another word for the attribute behind it.
    if !belongs(name, owner) || name == "AsmName" {
        return false;
    }
    let is_routine = owner == Owner::Routine;
    match (value(name).unwrap_or(Value::Number), bytes.len()) {
        (Value::Text, _) | (Value::Flag, 0) | (Value::Number, 1 | 2 | 4) => true,
        (Value::Number, 0) => is_routine && name != TARGET,
        (Value::Flag, 1 | 2 | 4) => is_routine,
        _ => false,
    }
}

/// `[1, 2, 3]`
fn byte_list(bytes: &[u8], out: &mut String) {
    out.push('[');
    for (number, byte) in bytes.iter().enumerate() {
        let _ = write!(out, "{}{byte}", if number == 0 { "" } else { ", " });
    }
    out.push(']');
}

/// A directive and bytes behind it.
pub(super) fn bytes_line(directive: &str, bytes: &[u8], out: &mut String) {
    out.push_str(directive);
    for (number, byte) in bytes.iter().enumerate() {
        let _ = write!(out, "{}{byte:#04x}", if number == 0 { " " } else { ", " });
    }
    out.push('\n');
}

// ---- of the header ---------------------------------------------------------------------

/// `.relocation function symbolic=1 resolved=0`
pub(super) fn relocations(of: &str, relocations: &[Relocation], out: &mut String) {
    for it in relocations {
        let (symbolic, resolved) = (it.symbolic, it.resolved);
        let _ = writeln!(
            out,
            ".relocation {of} symbolic={symbolic} resolved={resolved}"
        );
    }
}

/// `.binary platform=8`, and its bytes behind it.
pub(super) fn binaries(binaries: &[Binary], out: &mut String) {
    for binary in binaries {
        let _ = writeln!(out, ".binary platform={}", binary.platform);
        for line in binary.bytes.chunks(16) {
            bytes_line(".binary_bytes", line, out);
        }
    }
}

/// `.file_variable "name" linkage=1 type=ud num_elts=16 align=GRF attrs={#3=[1]}`
pub(super) fn file_variable(variable: &FileVariable, out: &mut String) {
    out.push_str(".file_variable ");
    push_string(out, &variable.name);
    if variable.linkage != 0 {
        let _ = write!(out, " linkage={}", variable.linkage);
    }
    let (element_type, _) = words::TYPES[usize::from(variable.properties & 15)];
    let _ = write!(out, " type={element_type} num_elts={}", variable.elements);
    let alignment = variable.properties >> 4;
    let _ = match words::ALIGNMENTS.get(usize::from(alignment)) {
        Some(&"byte") => Ok(()),
        Some(word) => write!(out, " align={word}"),
        None => write!(out, " align=#{alignment}"),
    };
    for (number, attribute) in variable.attributes.iter().enumerate() {
        out.push_str(if number == 0 { " attrs={" } else { ", " });
        let _ = write!(out, "#{}=", attribute.name);
        byte_list(&attribute.value, out);
    }
    out.push_str(if variable.attributes.is_empty() {
        "\n"
    } else {
        "}\n"
    });
}
