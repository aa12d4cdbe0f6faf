/* Linear algebra and Newton iteration; nothing here knows a solver. */
#ifndef DRIVETRAIN_KERNEL_LINALG_LINALG_H
#define DRIVETRAIN_KERNEL_LINALG_LINALG_H

#include "../state/base.h"

struct nearest {
    int64_t count;            /* loads that have limits, */
    const double *low, *high; /* [count] these, */
    int8_t *kept;             /* [count] and at which one they are kept: 1 the upper one, -1 the lower one */
    double *load;             /* [count] of the last solution, */
    double *strain;           /* [count] and how far beyond its limit a load that is kept would go */
    double size;              /* of what is added up there: the largest one */
    int8_t *kept_before;      /* [count] */
    double *strain_before;    /* [count] */
    /* Find the nearest loads where some are kept, and one is pushed: what it was before counts as so much more;
     * -1: none is. Returns a dt_code; DT_SINGULAR if the equations contradict what is kept. */
    int (*solve)(struct nearest *w, int64_t pushed, double push);
    void *system;
};

/* Sums of unknowns that stay between two bounds: these and n coefficients for each. */
struct limits {
    int64_t count;
    const double *rows;
};

#define DT_LEAST_KEPT(n) (2 + 5 * (n) * (n) + 6 * (n))

#define DT_ALL_SHARED UINT64_MAX
#define DT_RANK_TOLERANCE 1e-13
/* A pivot smaller than this, compared with the terms of its column, may be rounding noise: rows that
 * nearly depend on each other enlarge the noise of those after them. */
#define DT_DOUBTFUL 1e-6
/* Contradictions below these, relative and absolute in equilibrated rows, are rounding. */
#define DT_CONSISTENCY 1e-9
#define DT_CONSISTENCY_FLOOR 1e-12

/* dense_lu.c */
double dt_scale_of(double size);
int dt_lu_solve(int64_t n, double *A, double *b);

/* finite.c */
bool dt_all_finite(int64_t n, const double *v);

/* minimum_norm.c */
int64_t dt_rank(int64_t n, double *A, const double *size);
void dt_least_recall(int64_t n, const double *size, uint64_t shared, double *kept);
int dt_least_change(int64_t n, double *A, double *b, const double *size, const double *previous,
                    uint64_t shared, double *kept, const struct limits *limits);

/* nearest_loads.c */
int dt_find_nearest(struct nearest *w);

#endif
