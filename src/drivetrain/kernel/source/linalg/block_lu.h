/* A large linear algebraic block: what block_lu.c keeps of it, and block_limits.c uses. */
#ifndef DRIVETRAIN_KERNEL_BLOCK_H
#define DRIVETRAIN_KERNEL_BLOCK_H

#include "linalg.h"

#define NO_PIVOT (-1)

/* Columns of a sparse matrix. */
struct columns {
    int64_t *ptr;             /* [n + 1] */
    int64_t *row;             /* of L: row of the matrix; of U: number of the pivot; else unknown */
    double *value;
    double *error;            /* of L: squares of estimated errors; NULL if not wanted */
    int64_t capacity;
};

struct lu {
    int64_t n, rank;
    const int64_t *ptr, *row, *order;
    int64_t *pivot;           /* [n] row of each pivot, NO_PIVOT */
    int64_t *position;        /* [n] pivot that a row is, NO_PIVOT */
    int64_t *mark, *stack, *next, *topology, *below;
    double *diagonal;         /* [n] */
    double *x, *error;        /* [n] a column at work, squares of its errors; zero between calls */
    bool estimates;           /* whether errors are estimated */
    struct columns L, U;
};

struct dt_block {
    dt_block_shape shape;
    bool known;               /* the factors are those of `value` */
    bool finite;
    uint8_t *is_shared;       /* [n] */
    int8_t *held;             /* [n] unknowns that are kept at a bound: -1 the lower one, 1 the upper one */
    int8_t *held_before;      /* [3 n] the same at the last solution, and room for two more */
    double *search;           /* [6 n] */
    double *value;            /* [entries] of the matrix as given, */
    double *scaled;           /* with rows scaled by powers of two, */
    double *open;             /* and without the columns of unknowns that are kept */
    double *scale;            /* [n] */
    double *b, *u, *change;   /* [n] */
    double *work;             /* [5 n] */
    double *bound;            /* [n] of unknowns that are kept, */
    double *pull;             /* [n] and of all: where they would go without bounds */
    struct lu lu;
    bool kernel_known;
    int64_t n_kernel;         /* solutions of the homogeneous system: */
    struct columns kernel;
    int64_t *shared_end;      /* [n] where in these the shared unknowns end, which come first */
};

/* Make the factors without the unknowns that are kept. Returns a dt_code. */
int dt_block_refactor(dt_block *m);

/* The solution nearest to `previous` of a block that leaves a choice, with unknowns kept at their bounds; DT_SINGULAR
 * if these contradict the equations. */
int dt_block_least_change(dt_block *m, const double *b, const double *previous, double *x);

/* The same with those unknowns kept that would exceed their bounds, see block_limits.c. */
int dt_block_within_limits(dt_block *m, const double *b, const double *previous, double *x);

#endif
