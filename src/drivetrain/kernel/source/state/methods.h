/* State of the integration methods. */
#ifndef DRIVETRAIN_KERNEL_STATE_METHODS_H
#define DRIVETRAIN_KERNEL_STATE_METHODS_H

#include "base.h"

/* Nodes within a panel of a step, and how often such a panel may be divided. */
#define PANELS_NODES 5
#define PANELS_DEPTH 9
/* Largest number of panels in a step. */
#define PANELS_MOST 82

/* Quadratures over panels of a step, see adaptive_quadrature.c. */
struct panels {
    double *xdot;             /* [n] */
    double *first, *middle, *last; /* [n_q] rates at the start, middle and end of the valid part */
    double *end;              /* [PANELS_MOST] ends of the panels, from the start on, */
    double *rate;             /* [((PANELS_NODES + 1) * PANELS_MOST + 1) * n_q] rates at their nodes */
    double *sum;              /* [(PANELS_MOST + 1) * n_q] and integrals from the start to the end of each */
    double *size;             /* [n_q] their accumulated value, or the increment of a panel if larger */
    double largest;           /* of these */
    double *inner;            /* [PANELS_DEPTH * PANELS_NODES * n_q] rates within panels being processed */
    double enough;            /* fraction of that size to which the two rules must agree */
    int64_t count, planned;   /* panels so far, and including those begun */
    bool known;               /* quadratures within the current step follow from them */
};

/* shift I - J, see iteration_matrix.c. */
struct matrix {
    int64_t n;
    bool dense;
    double *value;            /* dense: row-major, then its factors; sparse: entries */
    int64_t *pivot;           /* dense */
    int64_t *ptr, *row;       /* sparse: pattern */
    int64_t *from;            /* [n_jac] where an entry of the Jacobian is stored in it */
    int64_t *diagonal;        /* [n] where the diagonal is stored */
    dt_sparse *factors;
};

/* Data of the Rosenbrock method, see rosenbrock.c; empty without a Jacobian. */
struct stiff {
    struct matrix matrix;
    double *u[8];             /* [n_x] stages */
    double *jac, *dfdt;
    double *handed;           /* `jac` if its pattern was still pending */
    double *direction, *image; /* [n] of the power iteration in method_switching.c */
    bool jacobian_ready;      /* for the present point */
    bool factored;            /* the matrix of the last attempt is factorised */
    bool waiting;             /* a pivot order was requested */
};

/* Assessment of the end of an attempt of the explicit method, see bogacki_shampine5.c. */
struct attempt_result {
    bool known;               /* it belongs to the current attempt */
    bool finite;              /* all new states are finite */
    double error;             /* norm of the estimated errors */
    double over[LANES], under[LANES]; /* squared differences of the last two stages (for the stiffness
                                       * estimate), one per SIMD lane: of the derivatives, and of the
                                       * states */
};

/* Tiled evaluation of the explicit method, see bogacki_shampine5.c. */
struct tiles {
    double *passed;           /* [STAGES * n_passed] values that stages carry from tile to tile */
    uint8_t *alike;           /* [ranges] of states with uniform tolerances; of all states, without tiles */
};

#endif
