/* State of event iteration: cycles, Zeno behaviour, chattering. */
#ifndef DRIVETRAIN_KERNEL_STATE_EVENTS_H
#define DRIVETRAIN_KERNEL_STATE_EVENTS_H

#include "base.h"

/* Detection of cycles in the current event iteration, see event_cycle.c. */
struct cycle {
    uint64_t reference;       /* state before a reference pass, */
    int64_t reference_pass;   /* its number; 0: none yet */
    int64_t period;           /* passes until that state recurred; 0: it has not */
    int64_t end;              /* last pass to be logged */
};

/* When a relation last took one of its values, see zeno.c. */
struct turn {
    double time, interval;
    double excursion;         /* largest magnitude of the crossing function within the interval */
    double ratio;             /* of the last two intervals */
    int64_t shrunk;           /* consecutive times that interval and excursion have shrunk */
};

/* Events within a window of time, and the relations that changed at them. */
struct crowd {
    double start;
    int64_t count;
    uint8_t *relations;       /* [n_rel] */
};

/* Consecutive changes of a relation with almost nothing happening in between. */
struct idle {
    int64_t count;
    double start, excursion;  /* of the first one */
};

/* Blocks computed by other programs. */
struct foreign {
    int (*call)(void *context, int64_t block, int64_t request, double t, const double *u, double *y);
    void *context;
    uint8_t *due;             /* [n_foreign] it ticks in this event */
    double *given;            /* inputs as last given, NaN: not in this event */
    double *value;            /* inputs or outputs of one block */
    int64_t circles;
};

/* Events that follow each other at decreasing intervals. */
struct zeno {
    struct crowd crowd[2];    /* within an instant; within a time in which the run makes no progress */
    double *reach;            /* [n_rel] largest |g| since the relation changed, */
    double *reach_before;     /* [n_rel] and between its last two changes */
    double *range;            /* [n_rel] largest excursion of the run */
    struct idle *idle;        /* [n_rel] */
    int64_t *lost;            /* [n_rel] consecutive changes with only noise in between */
    struct turn *turn;        /* [2 n_rel] for each relation: when it became false, and true */
    int64_t vanishing;        /* relation whose next excursion will vanish in the noise, -1 */
};

#endif
