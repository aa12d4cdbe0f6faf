/* State of the integration methods. */
#ifndef DRIVETRAIN_KERNEL_STATE_METHODS_H
#define DRIVETRAIN_KERNEL_STATE_METHODS_H

#include "base.h"

/* Nodes within a piece of a step, and how often such a piece may be divided. */
#define PANELS_NODES 5
#define PANELS_DEPTH 9
/* Pieces that a step may have. */
#define PANELS_MOST 82

/* Quadratures over pieces of a step, see adaptive_quadrature.c. */
struct panels {
    double *xdot;             /* [n] */
    double *first, *middle, *last; /* [n_q] rates at the start, in the middle and where the step counts to */
    double *end;              /* [PANELS_MOST] where pieces end, from the start on, */
    double *rate;             /* [((PANELS_NODES + 1) * PANELS_MOST + 1) * n_q] rates at their nodes */
    double *sum;              /* [(PANELS_MOST + 1) * n_q] and integrals from the start to that of each */
    double *size;             /* [n_q] what they have come to, or a piece adds if that is more */
    double largest;           /* of these */
    double *inner;            /* [PANELS_DEPTH * PANELS_NODES * n_q] rates within pieces in work */
    double enough;            /* part of that size to which two rules have to agree */
    int64_t count, planned;   /* pieces so far, and with those begun */
    bool known;               /* quadratures within the step at hand follow from them */
};

/* shift I - J, see iteration_matrix.c. */
struct matrix {
    int64_t n;
    bool dense;
    double *value;            /* dense: row-major, then its factors; sparse: entries */
    int64_t *pivot;           /* dense */
    int64_t *ptr, *row;       /* sparse: pattern */
    int64_t *from;            /* [n_jac] where an entry of the Jacobian is found in it */
    int64_t *diagonal;        /* [n] where the diagonal is */
    dt_sparse *factors;
};

/* What the Rosenbrock method needs, see rosenbrock.c; empty without a Jacobian. */
struct stiff {
    struct matrix matrix;
    double *u[8];             /* [n_x] stages */
    double *jac, *dfdt;
    double *handed;           /* `jac` if its pattern was still to come */
    double *direction, *image; /* [n] of the power iteration in method_switching.c */
    bool jacobian_ready;      /* at the present point */
    bool factored;            /* the matrix of the last attempt */
    bool waiting;             /* an order of pivots was asked for */
};

/* What the end of an attempt of the explicit method tells, see bogacki_shampine5.c. */
struct attempt_result {
    bool known;               /* it is that of the attempt at hand */
    bool finite;              /* all new states are */
    double error;             /* norm of the estimated errors */
    double over[LANES], under[LANES]; /* squares of the distances of the last two stages, lane by lane:
                                 of the derivatives, and of the states */
};

/* The explicit method strip by strip, see bogacki_shampine5.c. */
struct tiles {
    double *passed;           /* [STAGES * n_passed] what stages keep from strip to strip */
    uint8_t *alike;           /* [ranges] of states with the same tolerances; of all, without strips */
};

#endif
