//! Names of files as the protocol writes them.

use std::path::{Path, PathBuf};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::protocol::Uri;

/// What stands for itself in a path.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// The file that a URI names; what is no file has a path of its own, which is on no disk.
pub fn path(uri: &Uri) -> PathBuf {
    let name = uri.0.strip_prefix("file://").unwrap_or(&uri.0);
    let name = percent_decode_str(name).decode_utf8_lossy().into_owned();
    // `file:///C:/x` is `C:/x`.
    let drive = name
        .strip_prefix('/')
        .filter(|rest| rest.as_bytes().get(1) == Some(&b':'));
    let path = PathBuf::from(drive.unwrap_or(&name));
    path.canonicalize().unwrap_or(path)
}

/// The URI of a file; `None` for names that none can be made of.
pub fn uri(path: &Path) -> Option<Uri> {
    let name = path.to_str()?.replace('\\', "/");
    let slash = if name.starts_with('/') { "" } else { "/" };
    let escaped = utf8_percent_encode(&name, ESCAPED);
    Some(Uri(format!("file://{slash}{escaped}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches blanks and letters that come back as others.
    #[test]
    fn paths_come_back() {
        let name = Path::new("/no where/ä.isa");
        let uri = uri(name).unwrap();
        assert_eq!(uri.0, "file:///no%20where/%C3%A4.isa");
        assert_eq!(path(&uri), name);
    }
}
