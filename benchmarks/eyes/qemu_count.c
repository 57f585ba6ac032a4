/* A plugin of QEMU's user mode that writes down how many instructions the program has carried out so far, whenever
   it asks the kernel who its parent is (getppid): a call without effect, which serves as a mark.

   Arguments: out=FILE, a line of each mark. The declarations are those of the API's version 1, QEMU 7.2
   (https://www.qemu.org/docs/master/devel/tcg-plugins.html): Debian does not pack its header. */

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define PUBLIC __attribute__((visibility("default")))

typedef uint64_t plugin_id;
struct block;
enum operation { ADD_U64 };
typedef void (*translated)(plugin_id, struct block *);
typedef void (*called)(plugin_id, unsigned int, int64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                       uint64_t, uint64_t);

void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, translated);
void qemu_plugin_register_vcpu_syscall_cb(plugin_id, called);
size_t qemu_plugin_tb_n_insns(const struct block *);
void qemu_plugin_register_vcpu_tb_exec_inline(struct block *, enum operation, void *, uint64_t);

PUBLIC int qemu_plugin_version = 1;

static const int64_t GETPPID = 173; /* on aarch64 */
static uint64_t instructions;
static FILE *out;

static void count(plugin_id id, struct block *block) {
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_inline(block, ADD_U64, &instructions, qemu_plugin_tb_n_insns(block));
}

static void mark(plugin_id id, unsigned int cpu, int64_t number, uint64_t a, uint64_t b, uint64_t c, uint64_t d,
                 uint64_t e, uint64_t f, uint64_t g, uint64_t h) {
    (void)id, (void)cpu, (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;
    if (number == GETPPID) {
        fprintf(out, "%" PRIu64 "\n", instructions);
        fflush(out);
    }
}

PUBLIC int qemu_plugin_install(plugin_id id, const void *machine, int count_of, char **arguments) {
    (void)machine;
    if (count_of != 1 || strncmp(arguments[0], "out=", 4) || !(out = fopen(arguments[0] + 4, "w")))
        return -1;
    qemu_plugin_register_vcpu_tb_trans_cb(id, count);
    qemu_plugin_register_vcpu_syscall_cb(id, mark);
    return 0;
}
