/* State of the forward sensitivities. */
#ifndef DRIVETRAIN_KERNEL_STATE_SENSITIVITY_H
#define DRIVETRAIN_KERNEL_STATE_SENSITIVITY_H

#include "base.h"

/* Rows that are written one by one. */
struct written {
    double *rows;
    int64_t width, count, room;
};

/* Parts of a step over which sensitivities are polynomials: kept as start, length, changes at the start, and rates
 * at the nodes. */
#define NODES_OF_PART 3

/* Changes of delayed expressions are kept as Chebyshev interpolants of this degree. */
#define DEGREE_OF_CHANGE 8

/* Forward sensitivities. A change is a matrix with a row for each state, then one for time, one for each
 * parameter, two for each discrete real (during the passes of an event, after and before one) and one for each
 * delayed value, and a column for each direction. The rows of delayed values are `delayed`, whatever the change:
 * they belong to the instant last evaluated. Between events the row of time is zero: states are compared at the
 * same instant. During an event it is the change of its instant, and states are compared there. */
struct sensitivity {
    const dt_sensitivity *of;
    int64_t n_state;          /* n_x: what a row may depend on */
    double *now;              /* change at the present point, */
    double *given;            /* the parameters, followed by the change */
    double *stage;            /* at a stage of a step, */
    double *delayed;          /* [n_delay * n_direction] and of the delayed values */
    double *next;             /* and, of the states only, at its end, */
    double *base;             /* and at the start of a part of it */
    double *rate[STAGES + 1]; /* [n_row * n_direction] at the stages, and in the middle */
    double *slope;            /* output of the functions */
    double *x;                /* [n] states of a stage */
    double *flow;             /* [n] their derivatives at an event, or at the end of a step */
    double *largest;          /* [n_row * n_direction] magnitudes of the changes so far */
    double *origin;           /* [n_row * n_direction] start of a part, */
    double *halfway, *coarser; /* its middle, and its end if it is not divided */
    double *error;            /* [n_row * n_direction] of a part, estimated */
    double *differs;          /* [n_direction] the largest, relative to the largest changes */
    double *moved;            /* [n_row * n_direction] states at the last event, compared there */
    double *delay;            /* [n_direction] change of its instant */
    double *noise;            /* [n_direction] of that, by rounding */
    double *column;           /* [n] */
    double *matrix;           /* [(3 * n_x)^2] of the stages of a stiff step, */
    double *right;            /* [3 * n_x * n_direction] and their rates */
    double *before, *target;  /* [n_lock * n_direction] changes of speeds before impulses and after them, */
    double *one_before, *one_target; /* [n_lock] in one direction */
    double *after;            /* [n] states after them */
    double *side_before;      /* [n_switching] branches of the last step */
    double *side, *after_bend, *looked, *no_branch; /* [n_switching] branches, the last ones zero */
    double *z;                /* [n_z] before the event */
    uint8_t *was_locked;      /* [n_lock] */
    dt_verdict_on_direction *verdicts;
    struct written rows, events;
    int64_t n_delay;
    struct written past;      /* pieces: start, end, coefficients [degree + 1][n_delay][n_direction] */
    struct written breaks;    /* first pieces of values and of changes, and changes of the instant [n_direction] */
    double *past_now;         /* [n_delay * n_direction] delayed expressions at the end of these pieces, */
    double *past_before;      /* and before the start */
    double *delay_time;       /* [n_delay * n_direction] of the delays */
    double *node;             /* [degree + 1][n_delay * n_direction] */
    double *largest_past;     /* [n_delay * n_direction] magnitudes so far */
    double *shift;            /* [n_direction] of the last bend or event, where that is known; else NAN */
    bool *strict;             /* [n_direction] it has a cause other than a kink that arrives */
    bool *apart;              /* [n_direction] the event has several instants that move apart, which is harmless */
    dt_io io;
    double end;               /* time of `next`: the end of the step, or of its part that counts */
    bool *any;                /* [n_direction] that the instant of the event is known */
    struct written parts;     /* of the step; none: it is explicit and does not pass bends */
    bool step_known;          /* there is a step whose end is not yet the present point */
    bool first_known;         /* rate[0] belongs to the present point */
    bool middle_known;        /* rate[STAGES] belongs to the step */
    bool unsettled;           /* no step was made since the last event */
    bool may_jump;            /* the next step may begin with other derivatives than those in `flow` */
    void *arena;
};

#endif
