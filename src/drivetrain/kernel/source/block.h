/* A large linear algebraic block, as block.c factorises it and block_bounded.c looks for loads within bounds. */
#ifndef DRIVETRAIN_KERNEL_BLOCK_H
#define DRIVETRAIN_KERNEL_BLOCK_H

#include "internal.h"

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
    double *value;            /* [entries] of the matrix as given, */
    double *scaled;           /* and with rows scaled by powers of two */
    double *scale;            /* [n] */
    double *b, *u, *change;   /* [n] */
    double *work;             /* [5 n] */
    struct lu lu;
    bool kernel_known;
    int64_t n_kernel;         /* solutions of the homogeneous system: */
    struct columns kernel;
    int64_t *shared_end;      /* [n] where in these the shared unknowns end, which come first, */
    int64_t *chosen;          /* [n] and the unknown that each of them, and no other, may choose */
    double *room;             /* [room_size] of block_bounded.c */
    int64_t room_size;
};

/* Solution of a regular block; that nearest to `previous` of one that leaves a choice, with what the choice is
 * (m->kernel). Returns a dt_code. */
int dt_block_unbounded(dt_block *m, const double *b, const double *previous, double *x);

/* Take rounding from x, where nothing is chosen; DT_SINGULAR if the equations do not hold then. */
int dt_block_correct(dt_block *m, const double *b, double *x);

#endif
