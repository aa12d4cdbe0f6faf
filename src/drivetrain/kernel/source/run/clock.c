/* The clock that limits how long a call takes. */
#include "run.h"

/* Behind it, as Windows has macros of the same names as members of structs. */
#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <time.h>
#endif

/* Seconds since some time or other. */
double dt_clock(void)
{
#if defined(_WIN32) /* one of its two C libraries has no timespec_get */
    LARGE_INTEGER now, per_second;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&per_second);
    return (double)now.QuadPart / (double)per_second.QuadPart;
#else
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#endif
}
