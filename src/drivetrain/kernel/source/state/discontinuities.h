/* State of what is located within a step. */
#ifndef DRIVETRAIN_KERNEL_STATE_DISCONTINUITIES_H
#define DRIVETRAIN_KERNEL_STATE_DISCONTINUITIES_H

#include "base.h"

/* Where shares turn round, see load_reversal.c. */
struct load_reversal {
    bool on;                  /* elements hold together that may be at their limits */
    bool near;                /* at the start of the step, one of them may be near its limit */
    bool due;                 /* the step ends at a turning point: */
    double time;              /* this one */
    double *shares, *now;     /* [n_memory] at the part of the step before, and at this one */
    double *direction, *since; /* [n_memory] how they changed last, and from when on */
    double *x;                /* [n] where it looks */
};

/* Crossings within the step at hand, see zero_crossing.c. */
struct crossing {
    uint8_t *candidate;       /* [n_rel] seen on the new side within this step */
    uint8_t *clear_start;     /* [n_rel] clearly on the old side at the start of the step, */
    bool start_known;         /* if this is set */
    uint8_t *inert;         /* [n_rel] crosses within this step, without influence */
    double *loose;            /* [n_rel] 1: the relation is true at 0 too */
    bool dip_ahead;           /* one comes just behind the end of the step, */
    bool dip_expected;        /* or was said to come just behind its start */
    bool any_inert;
    bool opposing;            /* a relation contradicts its frozen value where looked at last */
    dt_io io;                 /* of looks within the step, so that what is known of its end stays */
    const dt_io *looked;      /* where the last look was written */
    double *outputs, *memory; /* of the model where looked at last, before relations are tried out */
    double *guess;            /* [n_memory] with which the end of the step was evaluated */
    double *g_end;            /* of g_check: at the end of the step */
    double *g_start;          /* [n_rel] at the start of the step */
    double *g_check[CHECKPOINTS];
    double t_check[CHECKPOINTS];
    double *g_left;
    double *g_right;
};

/* Where derivatives bend, see branch_changes.c. */
struct branches {
    double *branch;           /* [n_switching] io.branch of the step */
    double *start, *end;      /* [n_switching] values of the functions at both ends of the step, or the branch there */
    double *left, *right, *look; /* [n_switching] values in between */
    double *seen;             /* [n_switching] earliest time when it was seen to be passed, see branch_changes.c */
    double beyond;            /* size of the step after one that ends at a kink, 0: it does not */
    int64_t near;             /* so many steps have ended soon at a kink, one after the other */
    bool lasted;              /* the last one ended at a kink of a delayed expression */
    bool free;                /* this one may change branches */
    bool changed;             /* it was seen on other branches than at its start */
    bool cut;                 /* the step before it has ended at a kink */
};

/* Waves whose angles move freely, see oscillation_limit.c. */
struct oscillation {
    double *start, *end;      /* [n_angle] angles at both ends of the step, then arguments of tables, */
    double *rate;             /* [n_knot] and how fast these changed in the last one */
    double *range;            /* [2 * n_knot] how much these tables and their slopes vary; NaN: not asked yet */
    double beyond;            /* size of the step after one that ends at a knot, 0: it does not */
    double turned;            /* as far as a wave was seen to turn in this attempt, */
    double approached;        /* and as peaks came nearer or went off, */
    double passed;            /* and what is steep but goes one way */
    double longest;           /* how long a step may be if waves go on as they did, */
    double steep;             /* and if what is steep does */
    double slowed;            /* where a step was repeated last for such a reason; NaN: nowhere yet */
    int64_t short_steps;      /* so many steps have been too short for the run to end */
};

struct history_break {
    double time;
    int64_t piece;            /* the first one after it */
    int level;                /* 0: a jump; else a kink that has been delayed level - 1 times */
    bool own;                 /* not only the arrival of an earlier one */
};

/* Past values of delayed expressions, see delay_history.c. Pieces and breaks are numbered from the start of
 * the run; those from `first` to `end` are kept, in rings. */
struct history {
    int64_t n, n_constant;    /* delays; those by a constant time */
    const uint8_t *kind;      /* [n] dt_delay_kind */
    bool running;             /* there is a past; otherwise `before` */
    double start_time;
    double longest, shortest; /* how long ago is read, and how long a step may be */
    int level;                /* lowest of the breaks that arrived at this event */
    double *before;           /* [n] values before the start: of the run or of a probe */
    double *before_run, *before_probe;
    double *previous;         /* [n] guess before that, while they are sought */
    double *now;              /* [n] values at the end of what is recorded */
    double *scale;            /* [n] largest values so far */
    double *nodes;            /* [nodes of a piece * n] */
    int64_t *passed;          /* [n] number of the break that arrives next at a constant delay */
    int64_t *segment;         /* [n] first piece after the last one that has arrived, -1: none */
    double *pieces;           /* [capacity * stride] start, end, coefficients */
    int64_t stride, first, end, capacity;
    struct history_break *breaks;
    int64_t break_first, break_end, break_capacity;
};

#endif
