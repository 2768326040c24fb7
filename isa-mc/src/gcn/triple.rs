//! Targets as the flags of LLVM's programs say them: a triple, a processor, features.

use std::borrow::ToOwned;
use std::string::String;
use std::vec::Vec;

use super::features::read;
use super::target_id::{System, TargetId, Vendor};
use super::targets::find;
use crate::Target;

/// What triples of these processors begin with.
const ARCHITECTURE: &str = "amdgcn";

/// Whether a triple, or an architecture alone, is of this machine.
pub(crate) fn is_own(triple: &str) -> bool {
    triple.split('-').next() == Some(ARCHITECTURE)
}

/// The target that flags say, and what is to be warned of.
///
/// # Errors
///
/// What is wrong, for people.
pub(crate) fn of_flags(
    triple: &str,
    processor: &str,
    features: &[String],
) -> Result<(Target<'static>, Vec<String>), String> {
    let target = find(processor).map_err(|error| format!("-mcpu={processor}: {error}"))?;
    let id = TargetId::of(&target).ok_or_else(|| format!("`{processor}` is none of {triple}"))?;
    let mut parts = triple.split('-').skip(1);
    let vendor = match parts.next() {
        Some("amd") => Vendor::Amd,
        Some("mesa") => Vendor::Mesa,
        _ => Vendor::Unknown,
    };
    let system = match parts.next() {
        Some(name) if name.starts_with("amdhsa") => System::Hsa,
        Some(name) if name.starts_with("amdpal") => System::Pal,
        Some(name) if name.starts_with("mesa3d") => System::Mesa3d,
        _ => System::Unknown,
    };
    let id = TargetId {
        vendor,
        system,
        ..id
    };
    let target = id.target().ok_or_else(|| processor.to_owned())?;
    let mut warnings = Vec::new();
    let list = features.iter().map(String::as_str);
    let target = read(target, list, |error| {
        warnings.push(format!("{error}: `{}` is ignored", error.said));
    });
    Ok((target, warnings))
}

/// The directive that a source for a target begins with, if it has one.
#[cfg(feature = "object")]
pub(crate) fn head(target: &Target<'_>) -> Option<String> {
    let id = TargetId::of(target).filter(|id| id.system == System::Hsa)?;
    Some(format!(".amdgcn_target \"{id}\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What llvm-mc 22 makes of flags, as the target in the header; features that the
    /// processor lacks, or that nobody knows, are told of and change nothing.
    #[test]
    fn flags_are_llvms() {
        let id = |triple, processor, features: &[&str]| {
            let features: Vec<String> = features.iter().map(ToString::to_string).collect();
            let (target, warnings) = of_flags(triple, processor, &features).expect(processor);
            (TargetId::of(&target).unwrap().to_string(), warnings.len())
        };
        let hsa = "amdgcn-amd-amdhsa";
        for ((triple, processor, features), expected, warnings) in [
            ((hsa, "gfx906", &[][..]), "amdgcn-amd-amdhsa--gfx906", 0),
            (
                (hsa, "gfx906", &["-xnack", "+sramecc"]),
                "amdgcn-amd-amdhsa--gfx906:sramecc+:xnack-",
                0,
            ),
            ((hsa, "fiji", &["+xnack"]), "amdgcn-amd-amdhsa--gfx803", 1),
            ((hsa, "gfx900", &["+foo"]), "amdgcn-amd-amdhsa--gfx900", 1),
            (
                ("amdgcn--amdhsa", "gfx900", &[]),
                "amdgcn-unknown-amdhsa--gfx900",
                0,
            ),
            (
                ("amdgcn", "gfx900", &[]),
                "amdgcn-unknown-unknown--gfx900",
                0,
            ),
            (
                ("amdgcn-mesa-mesa3d", "gfx900", &[]),
                "amdgcn-mesa-mesa3d--gfx900",
                0,
            ),
        ] {
            assert_eq!(
                id(triple, processor, features),
                (expected.to_string(), warnings)
            );
        }
        assert!(of_flags(hsa, "gfx90x", &[]).is_err());
        assert!(is_own("amdgcn") && is_own(hsa) && !is_own("amdgcn2-amd") && !is_own("x86_64"));
    }
}
