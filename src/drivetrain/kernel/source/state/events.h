/* State of event iterations: what repeats, accumulates or chatters. */
#ifndef DRIVETRAIN_KERNEL_STATE_EVENTS_H
#define DRIVETRAIN_KERNEL_STATE_EVENTS_H

#include "base.h"

/* Passes of the event at hand that may repeat, see event_cycle.c. */
struct cycle {
    uint64_t reference;       /* what a pass started from, */
    int64_t reference_pass;   /* this one; 0: none yet */
    int64_t period;           /* passes until that came back; 0: it has not */
    int64_t end;              /* last pass to be written down */
};

/* When a relation took one of its values last, see zeno.c. */
struct turn {
    double time, interval;
    double excursion;         /* largest size of the crossing function within the interval */
    double ratio;             /* of the last two intervals */
    int64_t shrunk;           /* times in a row that interval and excursion have shrunk */
};

/* Events within one window of time, and the relations that changed at them. */
struct crowd {
    double start;
    int64_t count;
    uint8_t *relations;       /* [n_rel] */
};

/* Changes of a relation in a row between which nothing happens to speak of. */
struct idle {
    int64_t count;
    double start, excursion;  /* of the first one */
};

/* Events that follow each other ever faster. */
struct zeno {
    struct crowd crowd[2];    /* within an instant; within a time in which the run gets nowhere */
    double *reach;            /* [n_rel] largest |g| since the relation changed, */
    double *reach_before;     /* [n_rel] and between its last two changes */
    double *range;            /* [n_rel] largest excursion of the run */
    struct idle *idle;        /* [n_rel] */
    int64_t *lost;            /* [n_rel] changes in a row with nothing but noise between them */
    struct turn *turn;        /* [2 n_rel] of each relation: when it became false, and true */
    int64_t vanishing;        /* relation whose next excursion will be lost in noise, -1 */
};

#endif
