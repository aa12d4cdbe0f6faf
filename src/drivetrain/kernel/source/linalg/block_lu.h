/* Data of a large linear algebraic block, shared by block_lu.c and block_limits.c. */
#ifndef DRIVETRAIN_KERNEL_BLOCK_H
#define DRIVETRAIN_KERNEL_BLOCK_H

#include "linalg.h"

#define NO_PIVOT (-1)

/* Columns of a sparse matrix. */
struct columns {
    int64_t *ptr;             /* [n + 1] */
    int64_t *row;             /* in L: row of the matrix; in U: number of the pivot; else unknown */
    double *value;
    double *error;            /* in L: squared error estimates; NULL if not required */
    int64_t capacity;
};

struct lu {
    int64_t n, rank;
    const int64_t *ptr, *row, *order;
    int64_t *pivot;           /* [n] row of each pivot, NO_PIVOT */
    int64_t *position;        /* [n] pivot of a row, NO_PIVOT */
    int64_t *mark, *stack, *next, *topology, *below;
    double *diagonal;         /* [n] */
    double *x, *error;        /* [n] column in progress, squares of its errors; zero between calls */
    bool estimates;           /* whether errors are estimated */
    struct columns L, U;
};

struct dt_block {
    dt_block_shape shape;
    bool known;               /* the factors are those of `value` */
    bool finite;
    uint8_t *is_shared;       /* [n] */
    int8_t *held;             /* [n] unknowns fixed at a bound: -1 the lower one, 1 the upper one */
    int8_t *held_before;      /* [3 n] the same at the last solution, and space for two more */
    double *search;           /* [6 n] */
    double *value;            /* [entries] of the matrix as given, */
    double *scaled;           /* with rows scaled by powers of two, */
    double *open;             /* and without the columns of fixed unknowns */
    double *scale;            /* [n] */
    double *b, *u, *change;   /* [n] */
    double *work;             /* [5 n] */
    double *bound;            /* [n] of fixed unknowns, */
    double *pull;             /* [n] and for all: where they would move without bounds */
    struct lu lu;
    bool kernel_known;
    int64_t n_kernel;         /* number of homogeneous solutions: */
    struct columns kernel;
    int64_t *shared_end;      /* [n] end of the shared unknowns in each, which come first */
};

/* Factorise without the fixed unknowns. Returns a dt_code. */
int dt_block_refactor(dt_block *m);

/* The solution nearest to `previous` of an underdetermined block, with unknowns fixed at their bounds;
 * DT_SINGULAR if these contradict the equations. */
int dt_block_least_change(dt_block *m, const double *b, const double *previous, double *x);

/* The same with those unknowns fixed that would exceed their bounds, see block_limits.c. */
int dt_block_within_limits(dt_block *m, const double *b, const double *previous, double *x);

#endif
