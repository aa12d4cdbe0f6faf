/* Definitions shared by all files of the kernel; nothing in these headers is exported. */
#ifndef DRIVETRAIN_KERNEL_STATE_BASE_H
#define DRIVETRAIN_KERNEL_STATE_BASE_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../include/drivetrain_kernel.h"

/* Long loops are compiled for several processors, and the loader picks the version for the one in use.
 * Nothing is contracted or reordered, so all versions give the same results. */
#if defined(__GNUC__) && defined(__x86_64__) && defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
#define DT_CLONES __attribute__((target_clones("default", "avx2", "avx512f")))
#else
#define DT_CLONES
#endif
#if defined(__GNUC__)
#define DT_INLINE static inline __attribute__((always_inline))
#else
#define DT_INLINE static inline
#endif

#define STAGES 8 /* of the explicit pair */
#define LANES 8 /* partial sums and norms, so that they are the same with vectors of any length */
#define LOG_SMALL_ERROR (-9.210340371976182) /* of 1e-4 of the tolerance, or nothing known */
#define LAST_BITS 2.3e-15 /* ten of them, relative to a state: allowance for its rounding */

/* Points of the first step after an event at which crossings are sought; later steps use the last two (the
 * middle and the end). */
#define CHECKPOINTS 4

#define SAME_INSTANT 8.0 /* instants that differ by less than this many last bits are one instant */
/* Crossed at a stage, at no known time of the step. */
#define BY_A_STAGE DBL_MAX

#define CONTRADICTIONS 6 /* contradictory patterns of modes that are reported if no consistent one exists */

/* Stands for an unlimited load. */
#define DT_UNLIMITED 1e99

/* Equal, or both not a number. */
static inline bool dt_same(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

/* The same as fmax and fmin, which are calls where NaN may occur; of equal numbers the second one. */
static inline double dt_fmax(double a, double b) { return a > b || isnan(b) ? a : b; }

static inline double dt_fmin(double a, double b) { return a < b || isnan(b) ? a : b; }

static inline int64_t dt_max(int64_t a, int64_t b) { return a > b ? a : b; }

#endif
