// SYNTAX TEST "source.gpu-assembly" "assembly"

    .amdgcn_target "amdgcn-amd-amdhsa--gfx900"
//  ^^^^^^^^^^^^^^ keyword.directive
//                 ^^^^^^^ string.quoted.double
start:
// <----- entity.name.label
    flat_load_dword v1, v[2:3] offset:16 glc ; why
//  ^^^^^^^^^^^^^^^ entity.name.function.mnemonic
//                  ^^ variable.register
//                      ^ variable.register
//                        ^ constant.numeric
//                             ^^^^^^^ storage.modifier
//                                    ^^ constant.numeric
//                                       ^^^ storage.modifier
//                                           ^^^^^ comment.line
    s_cbranch_vccnz start
//  ^^^^^^^^^^^^^^^ entity.name.function.mnemonic
