/* Linear algebra and Newton iteration; independent of the solver. */
#ifndef DRIVETRAIN_KERNEL_LINALG_LINALG_H
#define DRIVETRAIN_KERNEL_LINALG_LINALG_H

#include "../state/base.h"

struct nearest {
    int64_t count;            /* number of limited loads, */
    const double *low, *high; /* [count] their limits, */
    int8_t *kept;             /* [count] and at which one they are fixed: 1 the upper one, -1 the lower one */
    double *load;             /* [count] of the last solution, */
    double *strain;           /* [count] and how far beyond its limit a fixed load would go */
    double size;              /* magnitude of the largest term in these sums */
    int8_t *kept_before;      /* [count] */
    double *strain_before;    /* [count] */
    /* Find the nearest loads with some fixed, and one pushed: its previous value counts as that much larger;
     * -1: none. Returns a dt_code; DT_SINGULAR if the equations contradict the fixed loads. */
    int (*solve)(struct nearest *w, int64_t pushed, double push);
    void *system;
};

/* Sums of unknowns limited by two bounds: these bounds and n coefficients for each. */
struct limits {
    int64_t count;
    const double *rows;
};

#define DT_LEAST_KEPT(n) (2 + 5 * (n) * (n) + 6 * (n))

#define DT_ALL_SHARED UINT64_MAX
#define DT_RANK_TOLERANCE 1e-13
/* A pivot smaller than this, relative to the terms of its column, may be rounding noise: nearly dependent
 * rows amplify the noise of later ones. */
#define DT_DOUBTFUL 1e-6
/* Inconsistencies below these, relative and absolute in equilibrated rows, are rounding. */
#define DT_CONSISTENCY 1e-9
#define DT_CONSISTENCY_FLOOR 1e-12

/* block_lu.c: which unknowns were held at their bounds, the only memory of a block. */
int8_t *dt_block_held(dt_block *m, size_t *count);

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

/* sparse_lu.c: copy the order of pivots, as given to dt_sparse_order; false if there is none. */
bool dt_sparse_get_order(const dt_sparse *m, int64_t *position, int64_t *column);

/* nearest_loads.c */
int dt_find_nearest(struct nearest *w);

#endif
