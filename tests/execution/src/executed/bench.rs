//! A processor on which instructions are executed.

use isa_dsl::sorted::{SortedMap, SortedSet};
use std::cell::RefCell;
use std::fmt::{self, Display};

use isa_dsl::tables::{Bits, Instruction, Kind, NONE, Operand, Tables};
use isa_mc::exec::{
    Column, ExecError, ExecErrorKind, Executed, Executor, InMemory, LANES, Machine, RegisterPart,
};
use isa_mc::{Inst, SyntaxId, Target};

use isa_test_support::mode;
use isa_test_support::random::Random;

/// What an instruction did that it should not have done, or did not do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference(pub String);

impl Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a check gives.
pub type Checked = Result<(), Difference>;

/// How instructions of some kind are executed and compared.
pub struct Check {
    /// What they are.
    pub name: &'static str,
    /// Whether it compares an instruction, by mnemonic, format and architecture.
    pub takes: fn(&str, &str, &str) -> bool,
    /// Runs an instruction in all its forms.
    pub run: fn(&Bench<'_>, &str) -> Checked,
}

/// A processor on which instructions are executed, and which of its encodings were.
pub struct Bench<'t> {
    /// The processor.
    pub target: Target<'t>,
    /// Its name.
    pub cpu: &'t str,
    /// The architecture whose meanings its instructions have: what CDNA has of GCN 1.4 does
    /// there what it does here.
    pub arch: &'t str,
    /// First names of the rows of its instructions, by their own names where these are others.
    known: SortedMap<&'t str, &'t str>,
    /// The encodings of its instructions by [these names](Self::known_as).
    named: SortedMap<&'t str, Vec<u16>>,
    /// The vector registers by their numbers.
    vectors: Vec<RegisterPart>,
    /// The scalar ones, as many as the architecture has.
    scalars: Vec<RegisterPart>,
    /// The lanes that a wavefront has.
    all_lanes: u64,
    /// The file of accumulation registers, if there is one.
    accumulators: Option<u16>,
    /// What instructions with accumulation registers did that those with vector registers do
    /// not.
    strange: RefCell<Option<Difference>>,
    /// Of the runs of an encoding that checks ask for, one in so many is done.
    one_in: usize,
    /// Which ones.
    random: RefCell<Random>,
    /// The kind of run that was asked about last, and those of which one was compared.
    asked: RefCell<(u16, SortedSet<u16>)>,
    compared: RefCell<SortedMap<u16, usize>>,
    executor: RefCell<Executor<'t>>,
}

impl<'t> Bench<'t> {
    /// The processor of that name, in a mode of programs if it says one ([`mode`]); `None` if
    /// the machine has none.
    pub fn new(tables: &'t Tables<'t>, cpu: &str) -> Option<Bench<'t>> {
        let target = mode::target(tables, cpu)?;
        let syntax = target.syntax("llvm")?;
        let part = |name: String| {
            let register = target.register(&name, syntax)?;
            Some(RegisterPart {
                file: register.file,
                number: register.number,
                part: 0,
            })
        };
        let vectors = (0..256).map(|number| part(format!("v{number}")));
        let scalars = (0..128).map_while(|number| part(format!("s{number}")));
        let mut bench = Bench {
            known: SortedMap::new(),
            named: SortedMap::new(),
            vectors: vectors.collect::<Option<_>>()?,
            scalars: scalars.collect(),
            all_lanes: match wave32(tables).is_some_and(|bit| target.features() >> bit & 1 == 1) {
                true => 0xffff_ffff,
                false => u64::MAX,
            },
            accumulators: part("a0".to_owned()).map(|it| it.file),
            strange: RefCell::default(),
            one_in: 1,
            random: RefCell::new(Random::new(0)),
            asked: RefCell::default(),
            target,
            cpu: tables.text(target.processor().name),
            arch: match tables.text(target.arch().name) {
                "cdna1" | "cdna2" | "cdna3" | "cdna4" => "gcn1.4",
                arch => arch,
            },
            compared: RefCell::default(),
            executor: RefCell::default(),
        };
        bench.known = bench.first_names();
        bench.named = bench.names();
        Some(bench)
    }

    /// The encodings of the instructions that the processor has.
    fn names(&self) -> SortedMap<&'t str, Vec<u16>> {
        let mut names: SortedMap<&str, Vec<u16>> = SortedMap::new();
        for (_, row, here) in self.rows() {
            names.entry(self.known_as(row)).or_default().extend(here);
        }
        names
    }

    fn first_names(&self) -> SortedMap<&'t str, &'t str> {
        let tables = self.target.tables();
        let mut first = "";
        let firsts = tables.instructions.iter().map(|row| {
            let own = tables.text(row.name);
            if !row.renamed.is_set() {
                first = own;
            }
            (own, first)
        });
        let firsts: Vec<_> = firsts.collect();
        let here = self.rows().map(|(at, ..)| firsts[at]);
        let here: Vec<_> = here.collect();
        let own: SortedSet<&str> = here.iter().map(|(own, _)| *own).collect();
        here.into_iter()
            .filter(|(_, first)| !own.contains(first))
            .collect()
    }

    /// The same, which does one in so many of the runs of each instruction and kind.
    #[must_use]
    pub fn sampling(self, one_in: usize, seed: u64) -> Bench<'t> {
        Bench {
            one_in,
            random: RefCell::new(Random::new(seed)),
            ..self
        }
    }

    /// The same, whose wavefronts have 64 lanes; `None` if they always have.
    #[must_use]
    pub fn with_all_lanes(self) -> Option<Bench<'t>> {
        let bit = wave32(self.target.tables())?;
        self.is_wave32().then(|| {
            let mut bench = Bench {
                target: self.target.without_feature(bit),
                all_lanes: u64::MAX,
                ..self
            };
            bench.named = bench.names();
            bench
        })
    }

    /// Whether a wavefront has 32 lanes, so that a mask of them is one register.
    pub fn is_wave32(&self) -> bool {
        self.all_lanes != u64::MAX
    }

    /// Those of these lanes that a wavefront has.
    pub fn lanes(&self, lanes: u64) -> u64 {
        lanes & self.all_lanes
    }

    /// These lanes as EXEC has them: with bits of 32 lanes above that say nothing.
    pub fn exec(&self, lanes: u64) -> u64 {
        self.lanes(lanes) | 0x8000_5aa5_0000_0000 & !self.all_lanes
    }

    /// How many lanes a wavefront has.
    pub fn lane_count(&self) -> usize {
        self.all_lanes.count_ones() as usize
    }

    /// What scalar registers hold that held other bits before, when a mask of lanes was
    /// written to them: of 32 lanes to the first one alone.
    pub fn masked(&self, mask: u64, before: u64) -> u64 {
        mask & self.all_lanes | before & !self.all_lanes
    }

    /// The scalar registers from one on that hold a mask of lanes, as text.
    pub fn mask(&self, first: usize) -> String {
        match self.is_wave32() {
            true => format!("s{first}"),
            false => format!("s[{first}:{}]", first + 1),
        }
    }

    /// The mask of lanes that comparisons write, as text.
    pub fn vcc(&self) -> &'static str {
        match self.is_wave32() {
            true => "vcc_lo",
            false => "vcc",
        }
    }

    /// The runs of another instruction begin.
    pub(super) fn begin(&self) {
        self.asked.take();
    }

    /// Whether a run is none of the sample. Of each kind, as its encoding, all belong to it
    /// until one was compared. Checks ask before they do what takes time.
    pub(super) fn passes_over(&self, kind: u16) -> bool {
        let mut asked = self.asked.borrow_mut();
        asked.0 = kind;
        asked.1.contains(&kind) && self.random.borrow_mut().below(self.one_in) != 0
    }

    /// The instructions that the processor has, each with the indices of its encodings.
    pub fn instructions(&self) -> Vec<(&'t Instruction, Vec<u16>)> {
        self.rows().map(|(_, row, here)| (row, here)).collect()
    }

    /// The same with their own indices.
    fn rows(&self) -> impl Iterator<Item = (usize, &'t Instruction, Vec<u16>)> {
        let tables = self.target.tables();
        let rows = tables.instructions.iter().enumerate();
        rows.filter_map(|(at, row)| {
            let here = row.encodings.range().filter(|index| {
                let encoding = &tables.encodings[*index];
                let shape = &tables.shapes[usize::from(encoding.shape)];
                shape.arch == self.target.arch_index()
                    && encoding.features & !self.target.features() == 0
            });
            let here: Vec<u16> = here.map(|index| index as u16).collect();
            (!here.is_empty()).then_some((at, row, here))
        })
    }

    /// The name by which `meaning` knows an instruction: the first one that its row ever had,
    /// which is read as well, or its own where the processor has another instruction of that
    /// name.
    pub fn known_as(&self, row: &Instruction) -> &'t str {
        let own = self.target.tables().text(row.name);
        self.known.get(own).copied().unwrap_or(own)
    }

    /// The encodings of an instruction that the processor has, by the name that
    /// [`known_as`](Self::known_as) gives it.
    pub fn encodings(&self, name: &str) -> Vec<u16> {
        self.named.get(name).cloned().unwrap_or_default()
    }

    /// The names of their formats.
    pub fn formats(&self, name: &str) -> Vec<&'t str> {
        let encodings = self.encodings(name).into_iter();
        encodings.map(|index| self.format(index)).collect()
    }

    /// The format of an encoding.
    pub fn format(&self, encoding: u16) -> &'t str {
        let tables = self.target.tables();
        let encoding = &tables.encodings[usize::from(encoding)];
        let shape = &tables.shapes[usize::from(encoding.shape)];
        tables.text(tables.layouts[usize::from(shape.layout)].format)
    }

    /// A few instructions of an encoding, whose operands are whatever comes.
    ///
    /// # Errors
    ///
    /// If none is found.
    pub fn some(&self, encoding: u16) -> Result<Vec<Inst>, Difference> {
        let tables = self.target.tables();
        let row = &tables.encodings[usize::from(encoding)];
        let shape = &tables.shapes[usize::from(row.shape)];
        let mut random = Random::new(encoding.into());
        let drawn = |turn| {
            // Many of them, or few: most modifiers are then not there.
            let mut free = random.word() & !shape.mask;
            for _ in 0..turn % 4 {
                free &= random.word();
            }
            let bits = row.bits | free;
            let bits = bits & u64::MAX >> (64 - 8 * u32::from(shape.size.min(8)));
            let literals = [None, Some(random.word() as u32)];
            let inst = |literal: &Option<u32>| self.target.inst(encoding, bits, *literal).ok();
            literals.iter().find_map(inst)
        };
        // Most random numbers name no register in some operand.
        let all: Vec<Inst> = (0..8192).filter_map(drawn).take(8).collect();
        let name = tables.text(tables.instructions[usize::from(row.instruction)].name);
        let format = self.format(encoding);
        holds!(!all.is_empty(), "{name}: no instruction of {format}");
        Ok(all)
    }

    /// Fills all scalar and vector registers, and gives what they then hold.
    pub fn fill(&self, machine: &mut InMemory<'_>) -> Vec<u64> {
        for number in 0..256 {
            let mut column: Column = [0; LANES];
            for (lane, value) in column.iter_mut().enumerate() {
                *value = (number * LANES + lane) as u64;
            }
            machine.write_lanes(self.vector(number), u64::MAX, &column);
        }
        for (number, register) in self.scalars.iter().enumerate() {
            machine.write(*register, 0, 0x1_0000 + number as u64);
        }
        self.registers(machine)
    }

    /// What all scalar and vector registers hold.
    pub fn registers(&self, machine: &mut InMemory<'_>) -> Vec<u64> {
        let mut all = Vec::with_capacity(256 * LANES + self.scalars.len());
        for number in 0..256 {
            let mut column = [0; LANES];
            machine.read_lanes(self.vector(number), &mut column);
            all.extend_from_slice(&column);
        }
        all.extend(self.scalars.iter().map(|it| machine.read(*it, 0)));
        all
    }

    /// Notes that an instruction ran and did what is said of it.
    pub fn compared(&self, inst: Inst) {
        let mut asked = self.asked.borrow_mut();
        let kind = asked.0;
        asked.1.insert(kind);
        self.count(inst);
    }

    fn count(&self, inst: Inst) {
        let mut compared = self.compared.borrow_mut();
        *compared.entry(inst.encoding()).or_default() += 1;
    }

    /// How often instructions of an encoding were compared.
    pub fn runs(&self, encoding: u16) -> usize {
        self.compared.borrow().get(&encoding).copied().unwrap_or(0)
    }

    /// A statement, in the first of these syntaxes that has it; of those that the processor
    /// can be written in.
    ///
    /// # Errors
    ///
    /// The error of the first one.
    pub fn parse(&self, text: &str, syntaxes: &[&str]) -> Result<Inst, Difference> {
        self.understood(text, syntaxes).ok_or_else(|| {
            let mut known = syntaxes.iter().filter_map(|name| self.target.syntax(name));
            let error = known.find_map(|syntax| {
                let error = self.target.parse(text, syntax).err()?;
                Some(error.display(self.target, syntax, text).to_string())
            });
            let error = error.unwrap_or_else(|| format!("written in {syntaxes:?} alone"));
            Difference(format!("{} {text}: {error}", self.cpu))
        })
    }

    /// [`parse`](Self::parse) where nobody asks why not: that takes longer than to try
    /// something else.
    pub fn understood(&self, text: &str, syntaxes: &[&str]) -> Option<Inst> {
        let mut known = syntaxes.iter().filter_map(|name| self.target.syntax(name));
        known.find_map(|syntax| self.target.parse(text, syntax).ok())
    }

    /// Whether LLVM's syntax has a statement here. Nobody reads why it does not.
    fn has(&self, text: &str) -> bool {
        self.understood(text, &["llvm"]).is_some()
    }

    /// Whether instructions of the data share reach that of the whole chip.
    pub fn has_gds(&self) -> bool {
        self.has("ds_add_u32 v0, v1 gds")
    }

    /// The flag by which an atomic gives back what was there, and one like it of others, which
    /// do not change by it.
    pub fn returning(&self, name: &str) -> &'static str {
        match self.arch {
            "rdna4" if name.contains("atomic_") => return "th:TH_ATOMIC_RETURN",
            "rdna4" if name.contains("load") => return "th:TH_LOAD_NT",
            "rdna4" => return "th:TH_STORE_NT",
            _ => {}
        }
        match self.has("global_load_dword v0, v[2:3], off sc0") {
            true => "sc0",
            false => "glc",
        }
    }

    /// Whether sums of singles and of pairs of halves can give back what was there, which on
    /// CDNA 1 they cannot.
    pub fn short_sums_give_back(&self) -> bool {
        let text = format!(
            "global_atomic_add_f32 v0, v[2:3], v4, off {}",
            self.returning("atomic_")
        );
        self.has(&text)
    }

    /// Whether a flag of loads says that they are into LDS.
    pub fn has_lds_flag(&self) -> bool {
        self.has("global_load_dword v[2:3], off lds")
    }

    /// Whether floating-point numbers of eight bits are those of the Open Compute Project, which
    /// came with those of fewer bits, or on RDNA with themselves.
    pub fn has_open_floats(&self) -> bool {
        let fewer = "v_cvt_scalef32_f32_fp8 v0, v1, v2";
        self.arch == "rdna4" || self.has(fewer)
    }

    /// Whether a lane of each row can give its value to all others of it.
    pub fn has_newbcast(&self) -> bool {
        let text = "v_mov_b32_dpp v0, v1 row_newbcast:0 row_mask:0xf bank_mask:0xf";
        self.has(text)
    }

    /// Whether operands of 16 bits are halves of registers, which text says.
    pub fn has_halves(&self) -> bool {
        self.has("v_mov_b16_e32 v0.l, v1.h")
    }

    /// How many scalar registers there are.
    pub fn scalars(&self) -> usize {
        self.scalars.len()
    }

    /// Whether the processor can be written in LLVM's syntax alone, so that nothing says what
    /// that has no text for.
    pub fn has_one_syntax(&self) -> bool {
        self.target.syntaxes().count() == 1
    }

    /// Executes an instruction, written as this text.
    ///
    /// # Errors
    ///
    /// Why it did not run.
    pub fn execute(
        &self,
        inst: Inst,
        text: &str,
        machine: &mut InMemory<'_>,
    ) -> Result<Executed, Difference> {
        let done = self.run(inst, machine);
        done.map_err(|error| self.stopped(text, &error))
    }

    /// Executes an instruction; what was found out about it is kept for the next time.
    ///
    /// # Errors
    ///
    /// Why it did not run.
    pub fn run(&self, inst: Inst, machine: &mut InMemory<'_>) -> Result<Executed, ExecError> {
        let twin = self.twin(inst).map(|twin| (twin, machine.clone()));
        let done = self
            .executor
            .borrow_mut()
            .execute(&self.target, inst, machine);
        if let Some((twin, before)) = twin {
            let kind = done.as_ref().err().map(|it| it.kind);
            match self.accumulates(twin, kind, before, machine) {
                true if done.is_ok() => self.count(twin),
                true => {}
                false => {
                    let mut text = String::new();
                    let _ = self.target.print(twin, SyntaxId(0), &mut text);
                    let what = format!("{} {text}: not what it does with `v`", self.cpu);
                    self.strange.borrow_mut().get_or_insert(Difference(what));
                }
            }
        }
        done
    }

    /// What was found to differ between registers of one file and the other.
    ///
    /// # Errors
    ///
    /// The first difference.
    pub(super) fn strange(&self) -> Checked {
        self.strange.take().map_or(Ok(()), Err)
    }

    /// The instruction that has accumulation registers where another one has vector
    /// registers: the other of two encodings that differ in one bit alone.
    fn twin(&self, inst: Inst) -> Option<Inst> {
        let file = self.accumulators?;
        let tables = self.target.tables();
        let own = &tables.encodings[usize::from(inst.encoding())];
        let shape = &tables.shapes[usize::from(own.shape)];
        let row = &tables.instructions[usize::from(own.instruction)];
        // Matrices have factors of both files beside their sums.
        if super::matrix::multiplies(tables.text(row.name)) {
            return None;
        }
        let other = row.encodings.range().find(|at| {
            let it = &tables.encodings[*at];
            let that = &tables.shapes[usize::from(it.shape)];
            let more = it.bits & !own.bits;
            let operands = &tables.operands[that.operands.range()];
            let is_of =
                |it: &Operand| matches!(it.kind.get(), Kind::Register { file: of, .. } if of == file);
            operands.iter().any(is_of)
                && that.arch == shape.arch
                && that.mask == shape.mask
                && it.bits == own.bits | more
                && more.is_power_of_two()
        })?;
        let more = tables.encodings[other].bits & !own.bits;
        let mut bits = inst.bits();
        bits |= Bits::from(more);
        self.target.inst(other as u16, bits, None).ok()
    }

    /// Whether a twin does to the other file what was done to the vector registers, and the
    /// same to memory.
    fn accumulates(
        &self,
        twin: Inst,
        kind: Option<ExecErrorKind>,
        mut machine: InMemory<'_>,
        after: &mut InMemory<'_>,
    ) -> bool {
        let Some(file) = self.accumulators else {
            return false;
        };
        let vectors = self.vector(0).file;
        let of = |machine: &mut InMemory<'_>, file| -> SortedMap<u16, Column> {
            let written = machine.registers().written();
            let written = written.filter(|it| it.0.file == file);
            written.map(|(at, _, column)| (at.number, column)).collect()
        };
        let before = of(&mut machine, vectors);
        for (&number, column) in &before {
            let part = RegisterPart {
                file,
                number,
                part: 0,
            };
            machine.write_lanes(part, u64::MAX, column);
        }
        let mut executor = self.executor.borrow_mut();
        let done = executor.execute(&self.target, twin, &mut machine);
        done.err().map(|it| it.kind) == kind
            && of(&mut machine, vectors) == before
            && of(&mut machine, file) == of(after, vectors)
            && machine.has_same_memory(after)
    }

    /// An error of an instruction, as a difference.
    pub fn stopped(&self, text: &str, error: &ExecError) -> Difference {
        let error = error.display(self.target.tables());
        Difference(format!("{} {text}: {error}", self.cpu))
    }

    /// The scalar register of that number.
    pub fn scalar(&self, number: usize) -> RegisterPart {
        self.scalars[number]
    }

    /// The vector register of that number.
    pub fn vector(&self, number: usize) -> RegisterPart {
        self.vectors[number]
    }
}

/// How text asks for an encoding of a vector instruction, by its format.
pub(super) fn suffix(format: &str) -> &'static str {
    let moves = format.ends_with("_DPP") || format.ends_with("_DPP8");
    match format.starts_with("VOP3") {
        true if moves => "_e64_dpp",
        true => "_e64",
        false if moves => "_dpp",
        false if format.ends_with("_SDWA") => "_sdwa",
        false => "_e32",
    }
}

/// The bit of the feature of wavefronts of 32 lanes.
fn wave32(tables: &Tables<'_>) -> Option<u32> {
    let mut names = tables.features.iter();
    let bit = names.position(|name| tables.text(*name) == "wave32")?;
    u32::try_from(bit).ok()
}

/// Why nobody can say what an instruction does: the reason that is all its operation
/// holds.
pub fn undefined<'t>(tables: &Tables<'t>, row: &Instruction) -> Option<&'t str> {
    if row.program == NONE {
        return None;
    }
    let text = tables.text(row.operation).trim();
    let text = text.trim_start_matches('{').trim_end_matches('}').trim();
    let reason = text.strip_prefix("undefined \"")?.strip_suffix("\";")?;
    (!reason.contains('"')).then_some(reason)
}

/// Executes an encoding that nobody can say anything of: the error must say so, and no
/// register may change.
///
/// # Errors
///
/// What it did instead.
pub fn refused(bench: &Bench<'_>, encoding: u16) -> Checked {
    let insts = bench.some(encoding)?;
    for inst in insts {
        let name = bench.target.mnemonic(inst);
        let mut machine = InMemory::new(&bench.target);
        machine.set_state("EXEC", 5).expect("a state");
        let before = bench.fill(&mut machine);
        let done = bench.run(inst, &mut machine);
        let kind = done.map(|_| ()).map_err(|error| error.kind);
        // A modifier that nothing asks for is an error before that.
        let modified = matches!(kind, Err(ExecErrorKind::SourceModifiers));
        let undefined = matches!(kind, Err(ExecErrorKind::Undefined { .. }));
        holds!(
            undefined || modified,
            "{name}: {kind:?}, though nobody can say it"
        );
        let unchanged = bench.registers(&mut machine) == before;
        holds!(
            unchanged,
            "{name} changes a register, though nobody can say it"
        );
        if undefined {
            bench.compared(inst);
        }
    }
    Ok(())
}
