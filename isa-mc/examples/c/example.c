/*
 * Assembles, disassembles, takes an instruction apart, says what it reads and writes, and
 * shows what errors look like: of GCN, and of a file of vISA.
 *
 *     example [OBJECT]
 *
 * OBJECT is where the ELF file goes. docs/c-interface.md says how to build this.
 */
#include "isa_mc.h"

#include <stdio.h>
#include <string.h>

static const char SOURCE[] =
    "  .globl add_one\n"
    "  .p2align 8\n"
    "  .type add_one,@function\n"
    "add_one:\n"
    "  global_load_dword v1, v0, s[0:1]\n"
    "  s_waitcnt vmcnt(0)\n"
    "  v_add_u32_e32 v1, 1, v1\n"
    "  global_store_dword v0, v1, s[0:1]\n"
    "  s_endpgm\n"
    "end:\n"
    "  .size add_one, end - add_one\n";

static const char VISA[] =
    ".version 4.1\n"
    ".kernel \"double\"\n"
    ".decl value v_type=G type=ud num_elts=16 align=GRF\n"
    ".decl small v_type=P num_elts=16\n"
    ".kernel_attr Target=\"cm\"\n"
    "    (small) add (M1, 16) value(0,0)<1> value(0,0)<1;1,0> value(0,0)<1;1,0>\n"
    "    ret (M1, 1)\n";

static const char WRONG[] =
    ".macro twice register\n"
    "  v_mul_f32_e32 \\register, 2.0, \\register\n"
    ".endm\n"
    "  twice v1\n"
    "  twice s1\n"
    "  s_branch nowhere\n";

/* Every file of this example is in memory. */
static int read_file(void *user, const char *name, size_t name_length, isa_mc_file *file)
{
    const char *contents = (const char *)user;
    (void)name_length;
    if (strcmp(name, "data.inc") != 0)
        return 1;
    return isa_mc_file_set(file, (const uint8_t *)contents, strlen(contents)) != ISA_MC_OK;
}

static void show_diagnostics(const isa_mc_assembly *assembly)
{
    static const char *const severities[] = {"error", "warning", "note"};
    size_t count = isa_mc_assembly_diagnostic_count(assembly);
    for (size_t index = 0; index < count; index++) {
        isa_mc_diagnostic found;
        if (isa_mc_assembly_diagnostic(assembly, index, &found) != ISA_MC_OK)
            break;
        printf("%s:%u:%u: %s%s%s: %s\n", found.file, (unsigned)found.line,
               (unsigned)found.column, severities[found.severity],
               found.code[0] != '\0' ? " " : "", found.code, found.message);
    }
}

static int assemble(isa_mc_target target, const char *path)
{
    isa_mc_assembly *assembly = NULL;
    isa_mc_error error;
    const uint8_t *bytes;
    size_t size;
    int result = 1;

    if (isa_mc_assemble(target, 0, "add_one.s", ISA_MC_TO_NUL, SOURCE, ISA_MC_TO_NUL, NULL, NULL,
                        &assembly, &error) != ISA_MC_OK) {
        fprintf(stderr, "%s\n", error.message);
    } else if (isa_mc_assembly_object(assembly, &bytes, &size) == ISA_MC_OK) {
        printf("object: %c%c%c\n", bytes[1], bytes[2], bytes[3]);
        result = 0;
        if (path != NULL) {
            FILE *file = fopen(path, "wb");
            if (file == NULL || fwrite(bytes, 1, size, file) != size)
                result = 1;
            if (file != NULL && fclose(file) != 0)
                result = 1;
        }
    }
    isa_mc_assembly_free(assembly);
    return result;
}

static int show_errors(isa_mc_target target)
{
    static char data[] = ".warning \"data.inc is old\"\n";
    char source[sizeof WRONG + 32];
    isa_mc_assembly *assembly = NULL;
    isa_mc_instruction instruction;
    isa_mc_error error;

    sprintf(source, "%s.include \"data.inc\"\n", WRONG);
    if (isa_mc_assemble(target, 0, "wrong.s", ISA_MC_TO_NUL, source, ISA_MC_TO_NUL, read_file,
                        data, &assembly, &error) != ISA_MC_SOURCE_ERRORS)
        return 1;
    show_diagnostics(assembly);
    isa_mc_assembly_free(assembly);

    if (isa_mc_parse(target, 0, "s_mov_b32 s0, s500", ISA_MC_TO_NUL, &instruction, &error) !=
        ISA_MC_NOT_PARSABLE)
        return 1;
    printf("bytes %u to %u, %s: %s\n", (unsigned)error.start, (unsigned)error.end, error.code,
           error.message);
    if (isa_mc_decode(target, NULL, 4, &instruction, &error) != ISA_MC_BAD_POINTER)
        return 1;
    printf("%s\n", error.message);
    return 0;
}

static int show_line(void *user, const isa_mc_line *line)
{
    unsigned *count = (unsigned *)user;
    printf("%04x  %-10s %s\n", (unsigned)line->address, line->instruction ? "" : "(data)",
           line->text);
    *count += 1;
    return 0;
}

static int disassemble(isa_mc_target target)
{
    static const uint8_t code[] = {
        0x00, 0x80, 0x50, 0xdc, 0x00, 0x00, 0x00, 0x01, /* global_load_dword */
        0xff, 0xff, 0xff, 0xff,                         /* none */
        0x00, 0x00, 0x81, 0xbf,                         /* s_endpgm */
    };
    unsigned lines = 0;
    isa_mc_error error;
    if (isa_mc_disassemble(target, 0, code, sizeof code, 0x1000, show_line, &lines, &error) !=
        ISA_MC_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    return lines != 3;
}

static int take_apart(isa_mc_target target)
{
    isa_mc_instruction instruction;
    isa_mc_operand operands[32];
    isa_mc_error error;
    char text[256];
    size_t count;

    if (isa_mc_parse(target, 0, "v_add_f32_e64 v1, -|s2|, 0.5 clamp", ISA_MC_TO_NUL, &instruction,
                     &error) != ISA_MC_OK ||
        isa_mc_operands(&instruction, operands, 32, &count, &error) != ISA_MC_OK ||
        isa_mc_print(&instruction, 0, text, sizeof text, NULL, &error) != ISA_MC_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    printf("%s\n", text);
    for (size_t index = 0; index < count; index++) {
        const isa_mc_operand *it = &operands[index];
        printf("  %s:", it->name);
        if (it->modifiers[0] != '\0')
            printf(" %s", it->modifiers);
        switch (it->kind) {
        case ISA_MC_REGISTER:
            printf(" %s, %u of %s from %u%s\n", it->text, it->count, it->file, it->first,
                   it->direction == ISA_MC_OUT ? ", written" : "");
            break;
        case ISA_MC_FLOAT:
            printf(" %g\n", it->floating);
            break;
        default:
            printf(" %ld\n", (long)it->integer);
        }
    }
    return 0;
}

static int show_accesses(isa_mc_target target, const char *text)
{
    isa_mc_instruction instruction;
    isa_mc_description description;
    isa_mc_access accesses[32];
    isa_mc_error error;
    size_t count;

    if (isa_mc_parse(target, 0, text, ISA_MC_TO_NUL, &instruction, &error) != ISA_MC_OK ||
        isa_mc_describe(&instruction, &description, &error) != ISA_MC_OK ||
        isa_mc_accesses(&instruction, accesses, 32, &count, &error) != ISA_MC_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    printf("%s: %s%s%s%s\n", text, description.family, description.loads ? ", loads" : "",
           description.stores ? ", stores" : "",
           description.branch != ISA_MC_NO_BRANCH ? ", branches" : "");
    for (size_t index = 0; index < count; index++) {
        const isa_mc_access *it = &accesses[index];
        printf("  %s%s %s%s%s\n", it->reads ? "reads" : "", it->writes ? "writes" : "", it->text,
               it->operand[0] != '\0' ? " in " : "", it->operand);
    }
    return 0;
}

/* The first line of an explanation; the rest is for people who look things up. */
static int show_explanation(isa_mc_target target, const char *text)
{
    static char buffer[1 << 16];
    isa_mc_instruction instruction;
    isa_mc_error error;
    size_t length;

    if (isa_mc_parse(target, 0, text, ISA_MC_TO_NUL, &instruction, &error) != ISA_MC_OK ||
        isa_mc_explain(&instruction, 0, 0, buffer, sizeof buffer, &length, &error) != ISA_MC_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    printf("%.*s\n", (int)strcspn(buffer, "\n"), buffer);
    return length < 100;
}

static int show_text(void *user, const char *text, size_t length)
{
    size_t *size = (size_t *)user;
    *size += length;
    return fwrite(text, 1, length, stdout) != length;
}

/* A whole file of vISA: to an object, and back to text, with places and bytes. */
static int show_visa(void)
{
    isa_mc_target target;
    isa_mc_target of_file = {0};
    isa_mc_assembly *assembly = NULL;
    isa_mc_error error;
    const uint8_t *bytes;
    size_t size;
    size_t length = 0;
    int result = 1;

    if (isa_mc_target_named("visa4.1", ISA_MC_TO_NUL, &target, &error) != ISA_MC_OK ||
        show_accesses(target, "(P1) add (M1, 16) V40(0,0)<1> V41(0,0)<1;1,0> 0x1:ud") ||
        show_explanation(target, "ret (M1, 1)"))
        return 1;
    if (isa_mc_assemble(target, 0, "double.visaasm", ISA_MC_TO_NUL, VISA, ISA_MC_TO_NUL, NULL,
                        NULL, &assembly, &error) == ISA_MC_OK &&
        isa_mc_assembly_object(assembly, &bytes, &size) == ISA_MC_OK &&
        isa_mc_list(of_file, 0, bytes, size, 1, show_text, &length, &error) == ISA_MC_OK &&
        isa_mc_list(of_file, 0, bytes, size - 1, 1, show_text, &length, &error) ==
            ISA_MC_NOT_DECODABLE) {
        printf("%s\n", error.message);
        result = length == 0;
    }
    isa_mc_assembly_free(assembly);
    return result;
}

int main(int argc, char **argv)
{
    isa_mc_target target;
    isa_mc_error error;
    if (isa_mc_target_named("gfx900", ISA_MC_TO_NUL, &target, &error) != ISA_MC_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    return assemble(target, argc > 1 ? argv[1] : NULL) || disassemble(target) ||
           take_apart(target) || show_accesses(target, "v_cmp_lt_f32_e32 vcc, v1, v2") ||
           show_errors(target) || show_visa();
}
