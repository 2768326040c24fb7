//! Codes of errors, which each layer lists once: what it is, its name, its number.

/// The enum `Code` of a list of codes, with what people know each by.
#[doc(hidden)]
#[macro_export]
macro_rules! codes {
    ($(#[$about:meta])* enum Code { $($(#[$doc:meta])* $name:ident = $code:literal,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $($(#[$doc])* $name,)*
        }

        impl Code {
            /// Every code.
            pub const ALL: &[Code] = &[$(Code::$name,)*];

            /// The code as errors show it.
            pub const fn as_str(self) -> &'static str {
                match self { $(Code::$name => $code,)* }
            }
        }
    };
}
