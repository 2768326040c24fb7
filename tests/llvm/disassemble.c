/* Disassembles byte strings through LLVM's C interface, and survives its death.
 *
 *     disassemble CPU FEATURES < strings > answers
 *
 * Standard input has a string a line, in hexadecimal. Standard output has an
 * answer a line, in the same order: `T` and the text, if the string is one whole
 * instruction; `D` if it is not; `X` if LLVM dies of it.
 *
 * A child does the work and leaves its answers in shared memory. When it dies,
 * the next one goes on behind the string that it died of. Starting llvm-mc takes
 * a hundred times as long as such a fork, and one random instruction in forty
 * kills it.
 *
 * The interface is declared here because LLVM's headers are in a package of
 * their own. Source: llvm-c/Disassembler.h.
 */
#define _DEFAULT_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

typedef void *LLVMDisasmContextRef;
LLVMDisasmContextRef LLVMCreateDisasmCPUFeatures(const char *triple, const char *cpu,
                                                 const char *features, void *info, int tag,
                                                 void *operand, void *symbol);
size_t LLVMDisasmInstruction(LLVMDisasmContextRef context, uint8_t *bytes, uint64_t size,
                             uint64_t address, char *text, size_t text_size);
void LLVMInitializeAMDGPUTargetInfo(void);
void LLVMInitializeAMDGPUTargetMC(void);
void LLVMInitializeAMDGPUDisassembler(void);

enum {
    /* Bytes of the longest string that is asked for. */
    BYTES = 32,
    /* Bytes of an answer, with its end. */
    TEXT = 256,
    /* Seconds after which a child that hangs is dead. */
    PATIENCE = 60,
};

struct question {
    uint8_t bytes[BYTES];
    size_t size;
};

struct answers {
    /* The question that the child works on. */
    volatile size_t at;
    char texts[][TEXT];
};

static void fail(const char *what)
{
    perror(what);
    exit(2);
}

/* The value of a hexadecimal digit, or -1. */
static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return -1;
}

static int read_question(const char *line, struct question *question)
{
    question->size = 0;
    for (; line[0] && line[0] != '\n'; line += 2) {
        int high = digit(line[0]);
        int low = high < 0 ? -1 : digit(line[1]);
        if (low < 0 || question->size == BYTES)
            return 0;
        question->bytes[question->size++] = (uint8_t)(high << 4 | low);
    }
    return 1;
}

static void work(const char *cpu, const char *features, struct question *questions,
                 size_t count, struct answers *answers)
{
    LLVMDisasmContextRef context =
        LLVMCreateDisasmCPUFeatures("amdgcn", cpu, features, NULL, 0, NULL, NULL);
    if (!context)
        _exit(3);
    for (; answers->at < count; answers->at++) {
        struct question *question = &questions[answers->at];
        char *text = answers->texts[answers->at];
        size_t used = LLVMDisasmInstruction(context, question->bytes, question->size, 0,
                                            text + 1, TEXT - 1);
        text[0] = used && used == question->size ? 'T' : 'D';
    }
    _exit(0);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: disassemble CPU FEATURES < strings > answers\n");
        return 2;
    }
    struct question *questions = NULL;
    size_t count = 0, room = 0, line_room = 0;
    char *line = NULL;
    while (getline(&line, &line_room, stdin) > 0) {
        if (count == room) {
            room = room ? 2 * room : 1024;
            questions = realloc(questions, room * sizeof *questions);
            if (!questions)
                fail("questions");
        }
        if (!read_question(line, &questions[count++])) {
            fprintf(stderr, "line %zu: at most %d bytes in hexadecimal, found %s", count, BYTES,
                    line);
            return 2;
        }
    }
    size_t size = sizeof(struct answers) + count * TEXT;
    struct answers *answers =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (answers == MAP_FAILED)
        fail("answers");

    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUDisassembler();
    while (answers->at < count) {
        pid_t child = fork();
        if (child < 0)
            fail("fork");
        if (child == 0) {
            alarm(PATIENCE);
            if (!freopen("/dev/null", "w", stderr))
                _exit(4);
            work(argv[1], argv[2], questions, count, answers);
        }
        int status;
        if (waitpid(child, &status, 0) < 0)
            fail("waitpid");
        if (WIFEXITED(status) && WEXITSTATUS(status) == 3) {
            fprintf(stderr, "LLVM has no disassembler for %s\n", argv[1]);
            return 2;
        }
        if (answers->at < count)
            answers->texts[answers->at++][0] = 'X';
    }
    for (size_t at = 0; at < count; at++) {
        char *text = answers->texts[at];
        char *rest = text + 1;
        rest += strspn(rest, " \t");
        /* What LLVM warns of stands behind the text. */
        char *comment = strstr(rest, " ; ");
        if (comment)
            *comment = 0;
        if (text[0] == 'T')
            printf("T%s\n", rest);
        else
            printf("%c\n", text[0]);
    }
    return fflush(stdout) ? 2 : 0;
}
