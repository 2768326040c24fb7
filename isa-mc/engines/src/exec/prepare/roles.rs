//! Which parts of an action are slots.

use crate::tables::{Action, ActionKind, NONE, SLOT_BITS};

/// The slots of an action, each with how many follow one another; `None` for what is a
/// number, or nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Roles {
    pub(super) a: Option<u16>,
    pub(super) b: Option<u16>,
    pub(super) c: Option<u16>,
    pub(super) d: Option<u16>,
    /// Slots of the result; 0 for none.
    pub(super) to: u16,
    /// What it gives depends on its operands alone.
    pub(super) pure: bool,
}

fn slots(bits: u16) -> u16 {
    bits.div_ceil(SLOT_BITS).max(1)
}

/// Whether an action begins a block.
pub(super) fn is_block(kind: ActionKind) -> bool {
    matches!(
        kind,
        ActionKind::If | ActionKind::Loop | ActionKind::Atomic | ActionKind::Once
    )
}

/// The slots that an action takes, of each value the first.
pub fn inputs(action: &Action) -> impl Iterator<Item = u16> + use<> {
    let roles = roles(action);
    let taken = [
        (action.a, roles.a),
        (action.b, roles.b),
        (action.c, roles.c),
        (action.d, roles.d),
    ];
    let taken = taken.into_iter().filter(|(_, count)| count.is_some());
    taken.map(|(slot, _)| slot)
}

/// The roles of an action.
#[expect(clippy::match_same_arms, reason = "one arm for each sort of action")]
pub(super) fn roles(action: &Action) -> Roles {
    let own = slots(action.bits);
    let none = Roles {
        a: None,
        b: None,
        c: None,
        d: None,
        to: own,
        pure: true,
    };
    let optional = |slot: u16| (slot != NONE).then_some(1);
    match action.kind.get() {
        ActionKind::Constant | ActionKind::Lane => Roles { to: 1, ..none },
        ActionKind::Move => Roles {
            a: Some(1),
            to: 1,
            pure: false,
            ..none
        },
        ActionKind::Read => Roles {
            c: optional(action.c),
            to: 1,
            ..none
        },
        ActionKind::ReadLane => Roles {
            c: optional(action.c),
            d: Some(1),
            to: 1,
            ..none
        },
        ActionKind::Write => Roles {
            c: optional(action.c),
            d: Some(1),
            to: 0,
            pure: false,
            ..none
        },
        ActionKind::Load => Roles {
            a: Some(1),
            pure: false,
            ..none
        },
        ActionKind::Store => Roles {
            a: Some(1),
            d: Some(own),
            to: 0,
            pure: false,
            ..none
        },
        ActionKind::Undefined => Roles {
            to: 0,
            pure: false,
            ..none
        },
        ActionKind::SignExtend => Roles {
            a: Some(slots(action.b)),
            ..none
        },
        ActionKind::FromUnsigned | ActionKind::FromSigned | ActionKind::FromFloating => Roles {
            a: Some(slots(action.b)),
            c: optional(action.c),
            ..none
        },
        ActionKind::Truncate
        | ActionKind::Negate
        | ActionKind::BitNot
        | ActionKind::Magnitude
        | ActionKind::BitReverse
        | ActionKind::SquareRoot
        | ActionKind::ReciprocalRoot
        | ActionKind::PowerOfTwo
        | ActionKind::Logarithm
        | ActionKind::Sine
        | ActionKind::Cosine
        | ActionKind::Flush
        | ActionKind::Floor
        | ActionKind::Ceiling
        | ActionKind::RoundToZero
        | ActionKind::RoundEven => Roles {
            a: Some(own),
            ..none
        },
        // One bit, or a count.
        ActionKind::Not
        | ActionKind::IsNan
        | ActionKind::BitCount
        | ActionKind::LeadingZeros
        | ActionKind::TrailingZeros => Roles {
            a: Some(own),
            to: 1,
            ..none
        },
        ActionKind::Add
        | ActionKind::Subtract
        | ActionKind::Multiply
        | ActionKind::Divide
        | ActionKind::Remainder
        | ActionKind::And
        | ActionKind::Or
        | ActionKind::Xor
        | ActionKind::Minimum
        | ActionKind::Maximum => Roles {
            a: Some(own),
            b: Some(own),
            ..none
        },
        ActionKind::ShiftLeft | ActionKind::ShiftRight | ActionKind::Scale => Roles {
            a: Some(own),
            b: Some(1),
            ..none
        },
        ActionKind::Equal
        | ActionKind::NotEqual
        | ActionKind::Less
        | ActionKind::LessEqual
        | ActionKind::Greater
        | ActionKind::GreaterEqual => Roles {
            a: Some(own),
            b: Some(own),
            to: 1,
            ..none
        },
        // Of a wider value each slot is chosen by an action of its own.
        ActionKind::Choose => Roles {
            a: Some(1),
            b: Some(1),
            c: Some(1),
            to: 1,
            ..none
        },
        ActionKind::FusedMultiplyAdd => Roles {
            a: Some(own),
            b: Some(own),
            c: Some(own),
            ..none
        },
        ActionKind::ScaledMultiplyAdd => Roles {
            a: Some(own),
            b: Some(own),
            c: Some(own),
            d: Some(1),
            ..none
        },
        // It depends on which lanes run.
        ActionKind::Ballot => Roles {
            a: Some(1),
            to: 1,
            pure: false,
            ..none
        },
        // The machine is asked: each time.
        ActionKind::Swizzle | ActionKind::Element => Roles {
            a: Some(1),
            b: Some(1),
            c: Some(1),
            to: 1,
            pure: false,
            ..none
        },
        ActionKind::Buffer => Roles {
            a: Some(1),
            b: Some(1),
            to: 1,
            pure: false,
            ..none
        },
        ActionKind::DeclaredType | ActionKind::DeclaredCount => Roles {
            a: Some(1),
            to: 1,
            pure: false,
            ..none
        },
        ActionKind::If => Roles {
            a: Some(1),
            to: 0,
            pure: false,
            ..none
        },
        ActionKind::Loop | ActionKind::Atomic | ActionKind::Once => Roles {
            to: 0,
            pure: false,
            ..none
        },
    }
}
