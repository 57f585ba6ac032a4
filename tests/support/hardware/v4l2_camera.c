/* A USB camera on /dev/video77 for programs that are started with this library before all others (LD_PRELOAD).

   It gives MJPG, or the format whose letters FORMAT has and no other, in the size of WIDE and HIGH: PICTURES files named
   0000.jpg and so on (0000.raw) in the folder FOLDER, over and over, EVERY_MS apart; each BAD-th is broken: HOW is 'c' cut
   in half, 'e' without its end, '0' an empty buffer, 'g' garbage. Of Linux' interface (linux/videodev2.h) it has what
   OpenCV asks for. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#define LENGTH (1 << 21)
#define NEXT(name) dlsym(RTLD_NEXT, name)

static const char *DEVICE = "/dev/video77";
static int fd = -1, queue[64], first, last;
static char *buffer[8];
static long taken;

static long number(const char *name, long usual) {
    const char *text = getenv(name);
    return text ? atol(text) : usual;
}

static int is_mine(const char *path) { return path && !strcmp(path, DEVICE); }

static int opened(void) {
    if (fd < 0) fd = memfd_create("camera", 0);
    first = last = 0;
    return fd;
}

int open(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    int mode = va_arg(more, int);
    va_end(more);
    return is_mine(path) ? opened() : ((int (*)(const char *, int, ...))NEXT("open"))(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    int mode = va_arg(more, int);
    va_end(more);
    return is_mine(path) ? opened() : ((int (*)(const char *, int, ...))NEXT("open64"))(path, flags, mode);
}

int stat(const char *path, struct stat *found) {
    if (!is_mine(path)) return ((int (*)(const char *, struct stat *))NEXT("stat"))(path, found);
    memset(found, 0, sizeof *found);
    found->st_mode = S_IFCHR | 0666;
    return 0;
}

int stat64(const char *path, struct stat64 *found) {
    if (!is_mine(path)) return ((int (*)(const char *, struct stat64 *))NEXT("stat64"))(path, found);
    memset(found, 0, sizeof *found);
    found->st_mode = S_IFCHR | 0666;
    return 0;
}

int close(int file) {
    if (file == fd && file >= 0) fd = -1;
    return ((int (*)(int))NEXT("close"))(file);
}

static void *mapped(off_t offset) { return buffer[offset / LENGTH] = malloc(LENGTH); }

void *mmap(void *at, size_t size, int protection, int flags, int file, off_t offset) {
    if (file == fd && file >= 0) return mapped(offset);
    return ((void *(*)(void *, size_t, int, int, int, off_t))NEXT("mmap"))(at, size, protection, flags, file, offset);
}

void *mmap64(void *at, size_t size, int protection, int flags, int file, off_t offset) {
    if (file == fd && file >= 0) return mapped(offset);
    return ((void *(*)(void *, size_t, int, int, int, off_t))NEXT("mmap64"))(at, size, protection, flags, file, offset);
}

int munmap(void *at, size_t size) {
    for (int i = 0; i < 8; i++)
        if (at && at == buffer[i]) return 0;
    return ((int (*)(void *, size_t))NEXT("munmap"))(at, size);
}

static int fill(struct v4l2_buffer *given) {
    if (first == last) {
        errno = EAGAIN;
        return -1;
    }
    usleep(1000 * number("EVERY_MS", 40));
    given->index = queue[first++ % 64];
    given->length = LENGTH;
    given->flags = V4L2_BUF_FLAG_MAPPED;
    gettimeofday(&given->timestamp, 0);
    char path[500], *picture = buffer[given->index];
    const char *suffix = getenv("FORMAT") ? "raw" : "jpg";
    snprintf(path, sizeof path, "%s/%04ld.%s", getenv("FOLDER"), taken % number("PICTURES", 1), suffix);
    FILE *file = fopen(path, "rb");
    given->bytesused = fread(picture, 1, LENGTH, file);
    fclose(file);
    long bad = number("BAD", 0);
    if (bad && taken % bad == bad - 1) switch (*getenv("HOW")) {
            case 'e': given->bytesused -= 2; break;
            case '0': given->bytesused = 0; break;
            case 'g': memset(picture, 0x55, given->bytesused); break;
            default: given->bytesused /= 2;
        }
    taken++;
    return 0;
}

int ioctl(int file, unsigned long request, ...) {
    va_list more;
    va_start(more, request);
    void *given = va_arg(more, void *);
    va_end(more);
    if (file != fd || file < 0) return ((int (*)(int, unsigned long, ...))NEXT("ioctl"))(file, request, given);
    switch ((unsigned)request) {
        case (unsigned)VIDIOC_QUERYCAP: {
            struct v4l2_capability *can = given;
            memset(can, 0, sizeof *can);
            strcpy((char *)can->driver, "uvcvideo");
            can->device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
            can->capabilities = can->device_caps | V4L2_CAP_DEVICE_CAPS;
            return 0;
        }
        case (unsigned)VIDIOC_S_FMT:
        case (unsigned)VIDIOC_G_FMT:
        case (unsigned)VIDIOC_TRY_FMT: {
            struct v4l2_pix_format *format = &((struct v4l2_format *)given)->fmt.pix;
            format->width = number("WIDE", 64);
            format->height = number("HIGH", 48);
            const char *own = getenv("FORMAT");
            format->pixelformat = own ? v4l2_fourcc(own[0], own[1], own[2], own[3]) : V4L2_PIX_FMT_MJPEG;
            format->field = V4L2_FIELD_NONE;
            format->sizeimage = LENGTH;
            format->bytesperline = 0;
            return 0;
        }
        case (unsigned)VIDIOC_G_PARM:
        case (unsigned)VIDIOC_S_PARM: {
            struct v4l2_captureparm *rate = &((struct v4l2_streamparm *)given)->parm.capture;
            rate->capability = V4L2_CAP_TIMEPERFRAME;
            rate->timeperframe.numerator = number("EVERY_MS", 40);
            rate->timeperframe.denominator = 1000;
            return 0;
        }
        case (unsigned)VIDIOC_REQBUFS: {
            struct v4l2_requestbuffers *asked = given;
            if (asked->count > 8) asked->count = 8;
            return 0;
        }
        case (unsigned)VIDIOC_QUERYBUF: {
            struct v4l2_buffer *asked = given;
            asked->length = LENGTH;
            asked->m.offset = asked->index * LENGTH;
            return 0;
        }
        case (unsigned)VIDIOC_QBUF:
            queue[last++ % 64] = ((struct v4l2_buffer *)given)->index;
            return 0;
        case (unsigned)VIDIOC_DQBUF: return fill(given);
        case (unsigned)VIDIOC_STREAMON:
        case (unsigned)VIDIOC_STREAMOFF: return 0;
    }
    errno = EINVAL;
    return -1;
}
