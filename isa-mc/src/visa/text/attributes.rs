//! Attributes that the language has, and what their values are.
//!
//! Source: the description's tables of attributes, and `GenX_IR`, which refuses others.

/// What the value of an attribute is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    /// Nothing: that it is there is all.
    Flag,
    /// A number of 32 bits.
    Number,
    /// A string.
    Text,
}

/// What an attribute may stand behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// Kernels and functions.
    Routine,
    /// What is declared.
    Declaration,
}

/// The attribute that says for which kind of program a kernel is.
pub(super) const TARGET: &str = "Target";
/// The attribute with the name of the file that `GenX_IR` writes.
pub(super) const OUTPUT_PATH: &str = "OutputAsmPath";

const ATTRIBUTES: [(&str, Owner, Value); 40] = [
    ("Extern", Owner::Routine, Value::Flag),
    ("NoBarrier", Owner::Routine, Value::Flag),
    ("Callable", Owner::Routine, Value::Flag),
    ("Caller", Owner::Routine, Value::Flag),
    ("Composable", Owner::Routine, Value::Flag),
    ("Entry", Owner::Routine, Value::Flag),
    ("SepSpillPvtSS", Owner::Routine, Value::Flag),
    ("LTO_InvokeOptTarget", Owner::Routine, Value::Flag),
    (TARGET, Owner::Routine, Value::Number),
    ("SLMSize", Owner::Routine, Value::Number),
    ("SpillMemOffset", Owner::Routine, Value::Number),
    ("ArgSize", Owner::Routine, Value::Number),
    ("RetValSize", Owner::Routine, Value::Number),
    ("PerThreadInputSize", Owner::Routine, Value::Number),
    ("perThreadInputSize", Owner::Routine, Value::Number),
    ("SimdSize", Owner::Routine, Value::Number),
    ("CrossThreadInputSize", Owner::Routine, Value::Number),
    ("crossThreadInputSize", Owner::Routine, Value::Number),
    ("NBarrierCnt", Owner::Routine, Value::Number),
    (OUTPUT_PATH, Owner::Routine, Value::Text),
    ("AsmName", Owner::Routine, Value::Text),
    ("Input", Owner::Declaration, Value::Flag),
    ("Output", Owner::Declaration, Value::Flag),
    ("PayloadLiveOut", Owner::Declaration, Value::Flag),
    ("Input_Output", Owner::Declaration, Value::Flag),
    ("NoWidening", Owner::Declaration, Value::Flag),
    ("DoNotSpill", Owner::Declaration, Value::Flag),
    ("Scope", Owner::Declaration, Value::Number),
    ("SurfaceUsage", Owner::Declaration, Value::Number),
    // Of older releases.
    ("FlagRegNum", Owner::Declaration, Value::Number),
    ("VariantPerThread", Owner::Routine, Value::Flag),
    // Of later ones, which write texts and no objects.
    ("AllLaneActive", Owner::Routine, Value::Flag),
    ("DisableLoadThreadPayloadWA", Owner::Routine, Value::Flag),
    ("NumGRF", Owner::Routine, Value::Number),
    ("MaxRegThreadDispatch", Owner::Routine, Value::Number),
    ("ScratchInlineOffset", Owner::Routine, Value::Number),
    ("ScratchIndirectRegOffset", Owner::Routine, Value::Number),
    ("ScratchIndirectMemOffset", Owner::Routine, Value::Number),
    ("ForceSpill", Owner::Declaration, Value::Flag),
    ("ExclusiveLoad", Owner::Declaration, Value::Flag),
];

/// What the values of the attribute of that name are; `None` if there is none.
pub(super) fn value(name: &str) -> Option<Value> {
    let mut rows = ATTRIBUTES.iter();
    rows.find(|row| row.0 == name).map(|row| row.2)
}

/// The names of those that may stand there.
pub(super) fn names(owner: Owner) -> impl Iterator<Item = &'static str> {
    let rows = ATTRIBUTES.iter().filter(move |row| row.1 == owner);
    rows.map(|row| row.0)
}

/// Whether the attribute of that name may stand there.
pub(super) fn belongs(name: &str, owner: Owner) -> bool {
    names(owner).any(|it| it == name)
}
