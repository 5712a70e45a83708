/* The head of the AppImage: a program with a squashfs behind it, which it mounts, and whose AppRun it becomes.
 *
 * The runtime that the AppImage project hands out does the same and more; this one is made of nothing but packages of a
 * distribution, so that `make app` fetches no program from anywhere. What an AppImage of type 2 is, says
 * https://github.com/AppImage/AppImageSpec: the squashfs begins where the ELF file ends; the program is told APPIMAGE,
 * APPDIR, ARGV0 and OWD. Where nothing can be mounted it is unpacked, started and removed.
 */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#define FUSE_USE_VERSION 32
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fuse3/fuse_lowlevel.h>
#include <squashfuse/ll.h>
#include <squashfuse/traverse.h>
#include <squashfuse/util.h>

enum { CANNOT = 127, PIECE = 1 << 20 };

static char image[PATH_MAX];
static size_t offset;

static void fail(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    fputs("pthfinder: ", stderr);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    exit(CANNOT);
}

/* Where the ELF file ends: its section headers are the last of it. */
static size_t elf_size(const char *path)
{
    Elf64_Ehdr head;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || pread(file, &head, sizeof head, 0) != sizeof head)
        fail("%s cannot be read: %s", path, strerror(errno));
    close(file);
    return head.e_shoff + (size_t)head.e_shentsize * head.e_shnum;
}

static void make_folder(char *folder, const char *begin)
{
    const char *base = getenv("TMPDIR");
    snprintf(folder, PATH_MAX, "%s/%sXXXXXX", base && *base ? base : "/tmp", begin);
    if (!mkdtemp(folder))
        fail("%s cannot be made: %s", folder, strerror(errno));
}

/* ---- unpacked */

static bool write_file(sqfs *fs, sqfs_inode *inode, const char *path)
{
    static char piece[PIECE];
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, inode->base.mode & 0777);
    bool good = file >= 0;
    sqfs_off_t done = 0, size = inode->xtra.reg.file_size;
    while (good && done < size) {
        sqfs_off_t length = PIECE;
        good = sqfs_read_range(fs, inode, done, &length, piece) == SQFS_OK && length > 0
            && write(file, piece, length) == length;
        done += length;
    }
    return file >= 0 && close(file) == 0 && good;
}

static bool write_entry(sqfs *fs, sqfs_dir_entry *entry, const char *path)
{
    sqfs_inode inode;
    if (sqfs_inode_get(fs, &inode, sqfs_dentry_inode(entry)) != SQFS_OK)
        return false;
    if (S_ISDIR(inode.base.mode))
        return mkdir(path, 0755) == 0;
    if (S_ISLNK(inode.base.mode)) {
        char target[PATH_MAX];
        size_t size = sizeof target;
        return sqfs_readlink(fs, &inode, target, &size) == SQFS_OK && symlink(target, path) == 0;
    }
    return S_ISREG(inode.base.mode) && write_file(fs, &inode, path);
}

static void unpack(const char *folder)
{
    sqfs fs;
    sqfs_traverse walk;
    sqfs_err error = SQFS_OK;
    if (sqfs_open_image(&fs, image, offset) != SQFS_OK || sqfs_traverse_open(&walk, &fs, sqfs_inode_root(&fs)) != SQFS_OK)
        fail("%s is damaged", image);
    while (sqfs_traverse_next(&walk, &error)) {
        char path[PATH_MAX];
        if (walk.dir_end)
            continue;
        if (snprintf(path, sizeof path, "%s/%s", folder, walk.path) >= PATH_MAX || !write_entry(&fs, &walk.entry, path))
            fail("%s cannot be written: %s", path, strerror(errno));
    }
    if (error != SQFS_OK)
        fail("%s is damaged", image);
    sqfs_traverse_close(&walk);
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *place)
{
    (void)info, (void)kind, (void)place;
    return remove(path);
}

/* ---- mounted */

static void silent(enum fuse_log_level level, const char *format, va_list values)
{
    (void)level, (void)format, (void)values;
}

/* Ends the server once nobody holds the other end of the pipe any more: the program, and all that it started. */
static void watch(int alive, pid_t server)
{
    char nothing;
    setsid();
    signal(SIGPIPE, SIG_IGN);
    while (read(alive, &nothing, 1) < 0 && errno == EINTR)
        ;
    kill(server, SIGTERM);
    _exit(0);
}

/* Serves the files until it is ended; says on `ready` that they are there. */
static void serve(const char *folder, int ready, int alive)
{
    struct fuse_lowlevel_ops does = {
        .getattr = sqfs_ll_op_getattr, .opendir = sqfs_ll_op_opendir, .releasedir = sqfs_ll_op_releasedir,
        .readdir = sqfs_ll_op_readdir, .lookup = sqfs_ll_op_lookup, .open = sqfs_ll_op_open,
        .create = sqfs_ll_op_create, .release = sqfs_ll_op_release, .read = sqfs_ll_op_read,
        .readlink = sqfs_ll_op_readlink, .listxattr = sqfs_ll_op_listxattr, .getxattr = sqfs_ll_op_getxattr,
        .forget = sqfs_ll_op_forget, .statfs = stfs_ll_op_statfs,
    };
    char *words[] = {"pthfinder", "-o", "ro,nodev,nosuid,fsname=pthfinder,subtype=squashfs"};
    struct fuse_args arguments = FUSE_ARGS_INIT(3, words);
    sqfs_ll_chan channel;
    sqfs_ll *files = sqfs_ll_open(image, offset);
    setsid();
    fuse_set_log_func(silent);
    if (files && sqfs_ll_mount(&channel, folder, &arguments, &does, sizeof does, files) == SQFS_OK) {
        pid_t server = getpid();
        if (fuse_set_signal_handlers(channel.session) == 0) {
            if (fork() == 0) {
                close(ready);
                watch(alive, server);
            }
            close(alive);
            if (write(ready, "+", 1) == 1) {
                close(ready);
                int nowhere = open("/dev/null", O_RDWR);
                dup2(nowhere, 0), dup2(nowhere, 1), dup2(nowhere, 2); /* else a reader of our output waits for us too */
                chdir("/");
                fuse_session_loop(channel.session);
            }
        }
        sqfs_ll_unmount(&channel, folder);
    }
    rmdir(folder);
    _exit(0);
}

static bool mount_at(const char *folder)
{
    int ready[2], alive[2];
    char answer;
    if (pipe2(ready, O_CLOEXEC) || pipe(alive))
        return false;
    pid_t child = fork();
    if (child == 0) {
        close(ready[0]);
        close(alive[1]);
        if (fork() == 0)
            serve(folder, ready[1], alive[0]);
        _exit(0);
    }
    close(ready[1]);
    close(alive[0]); /* the other end stays open in whatever the program becomes and starts */
    waitpid(child, NULL, 0);
    bool mounted = read(ready[0], &answer, 1) == 1;
    close(ready[0]);
    if (!mounted)
        close(alive[1]);
    return mounted;
}

/* ---- started */

static void become(const char *folder, char **arguments)
{
    char program[PATH_MAX + 8], here[PATH_MAX];
    snprintf(program, sizeof program, "%s/AppRun", folder);
    setenv("APPIMAGE", image, 1);
    setenv("APPDIR", folder, 1);
    setenv("ARGV0", arguments[0], 1);
    if (getcwd(here, sizeof here))
        setenv("OWD", here, 1);
    execv(program, arguments);
    fail("%s cannot be started: %s", program, strerror(errno));
}

static pid_t child;

static void pass_on(int number)
{
    kill(child, number);
}

static int run_unpacked(char **arguments)
{
    char folder[PATH_MAX];
    int status = 0;
    make_folder(folder, "pthfinder-app-");
    unpack(folder);
    child = fork();
    if (child == 0)
        become(folder, arguments);
    signal(SIGINT, SIG_IGN); /* the program answers; this one tidies up after it */
    signal(SIGTERM, pass_on);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    nftw(folder, remove_one, 32, FTW_DEPTH | FTW_PHYS);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int count, char **arguments)
{
    const char *wish = count > 1 ? arguments[1] : "";
    ssize_t length = readlink("/proc/self/exe", image, sizeof image - 1);
    if (length < 0)
        fail("/proc is not there, so the program cannot find itself");
    offset = elf_size(image);
    if (strcmp(wish, "--appimage-offset") == 0) {
        printf("%zu\n", offset);
        return 0;
    }
    if (strcmp(wish, "--appimage-extract") == 0) {
        if (mkdir("squashfs-root", 0755))
            fail("squashfs-root cannot be made: %s", strerror(errno));
        unpack("squashfs-root");
        return 0;
    }
    if (strcmp(wish, "--appimage-extract-and-run") == 0) {
        arguments[1] = arguments[0];
        return run_unpacked(arguments + 1);
    }
    char folder[PATH_MAX];
    if (!getenv("APPIMAGE_EXTRACT_AND_RUN")) {
        make_folder(folder, ".mount_pthfinder");
        if (mount_at(folder))
            become(folder, arguments);
        rmdir(folder);
    }
    return run_unpacked(arguments);
}
