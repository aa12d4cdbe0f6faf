/* State of the search for modes, of contacts, impulses and locks. */
#ifndef DRIVETRAIN_KERNEL_STATE_CONTACT_H
#define DRIVETRAIN_KERNEL_STATE_CONTACT_H

#include "base.h"

/* Relations that are being made consistent, see mode_search.c. */
struct mode_search {
    int64_t n_blocks;
    double *noise_scale;      /* [n_blocks] largest crossing function of the block */
    const double *noise_of;   /* crossing functions that the noise is measured by, */
    const double *noise_unknowns; /* what loops were solved for there, */
    bool noise_known;         /* and whether noise_scale holds it: most are never asked for it */
    double noise_bits;        /* noise relative to that, in last bits; 0 until it proves so large */
    double *start;            /* [n_all_rel] relations when the search began */
    uint8_t *ever;            /* [n_all_rel] was inconsistent during this search */
    uint8_t *triggered;       /* [n_all_rel] crossed at this event */
    uint64_t *seen;           /* hashes of patterns tried */
    int64_t n_seen;
    int64_t seen_capacity;
    uint8_t *falling;         /* [n_blocks] a relation of the system must become false */
    uint8_t *searched;        /* [n_all_rel] is tried both ways */
    uint8_t *cycling;         /* [n_all_rel] has changed in the passes written down */
    double *contradicted;     /* [CONTRADICTIONS * n_all_rel] modes of which one relation alone contradicts */
    int64_t contradictory[CONTRADICTIONS]; /* itself: this one */
    int64_t n_contradicted;
    int64_t at_start;         /* io.initial there */
    bool literal;             /* first evaluation of a run: no old values to keep */
    bool sweeps_only;         /* what these do not settle counts as having no modes */
};

/* What elements pass on that lock or hit each other, see impulses.c. */
struct impulses {
    uint8_t *spent;           /* [n_impact] it has happened, and the sides still meet */
    uint8_t *pending;         /* [n_impact] impacts of the event at hand, */
    double *restitution;      /* [n_impact] and what is left of their speed */
    uint8_t *closing;         /* [n_lock] it has locked while its sides moved */
    uint8_t *role;            /* [n_lock] how it is concerned, */
    uint8_t *active;          /* [n_lock] whether it takes part, */
    double *before, *after;   /* [n_lock] its speed, */
    double *target;           /* [n_lock] that which it has to have, */
    double *way;              /* [n_lock] and the way in which it may go on faster; 0: in none */
    double *z;                /* [n_z] on trial, */
    double *pre;              /* [n_z] with elements at rest sliding as they are moved */
    double *branch;           /* [n_switching] none */
    double *base, *change, *later; /* [n] derivatives and changes */
    double *x;                /* [n] */
    int64_t rounds;           /* impulses of the event at hand */
};

/* What is asked of a contact whose load is prescribed: acceleration, limits at rest, loads where sliding begins. */
#define DT_ANSWERS 5
/* Part of a load and its limit that counts as zero; a load that has just passed its limit exceeds it by this. */
#define DT_LOAD_NOISE 1e-11
#define DT_PASSED 1e-6

/* Contacts at rest that need each other, see principal_pivoting.c. */
struct decision {
    int64_t m;
    const double *first;      /* [m * DT_ANSWERS] answers with these loads, */
    double *load;             /* [m] in; out: those found */
    double *slope;            /* [DT_ANSWERS * m * m] and how they change with each load */
    int8_t *passed;           /* [m] has just passed its upper (1) or lower (-1) limit */
    int8_t *way;              /* [m] result: 0 holds, 1 slides forward, -1 backward, */
    double *noise;            /* [m] and what is rounding of its acceleration, or of its load if it holds */
    int8_t *state, *next, *trial; /* [m] each */
    int64_t *order;           /* [2 * m] */
    bool limits_follow;       /* whether limits depend on loads */
    double *work;             /* [m * m + 6 * m] */
};

/* Elements whose loads have limits, see contact_law.c. */
struct contact {
    int64_t *of_relation;     /* [n_rel] contact that decides it, -1: none */
    double *before;           /* [n_all_rel] relations before they are settled */
    uint8_t *was_at_rest;     /* [n_contact] before the event at hand, */
    uint8_t *closed;          /* [n_contact] its slip has just vanished, */
    int8_t *passed;           /* [n_contact] its load has just passed the upper (1) or lower (-1) limit; twice that:
                               * it has to let go though it has not */
    bool forced;              /* contacts that have crossed have to let go, see mode_lookahead.c */
    uint8_t *at_rest;         /* [n_contact] its slip is zero now, */
    int8_t *way;              /* [n_contact] and what is decided: 0 holds, 1 or -1 slides */
    double *rounding;         /* [n_contact] of its acceleration when it was decided that it slides, else of its load */
    uint8_t *open;            /* [n_blocks + 1] the system is to be decided */
    int64_t *list;            /* [n_contact] contacts at rest of these, system by system, */
    double *load, *step;      /* [n_contact] their prescribed loads, and by how much these are changed, */
    double *load_before;      /* [n_contact] */
    double *first;            /* [DT_ANSWERS * n_contact] what they answer, */
    double *slope;            /* and how that changes, */
    int8_t *passed_of, *way_of; /* [n_contact] in the order of the list */
    double *noise_of;         /* [n_contact] */
    int8_t *state;            /* [3 * n_contact] */
    int64_t *order;           /* [2 * n_contact] */
    double *work;
};

/* Whether contacts leave more than one motion, see second_motion.c. */
struct second_motion {
    int64_t n_rival;
    int64_t *rival;           /* [n_rival] relations that may have another value as well */
    double *rate;             /* [n_x] */
};

/* Corrections that keep locked elements at rest, see lock_projection.c. */
struct locks {
    int64_t n_rows;           /* holds whose speed is not itself a state */
    int64_t n_columns;        /* states that these may correct */
    int64_t n_colours;
    int64_t *rows;            /* [n_rows] hold */
    int64_t *columns;         /* [n_columns] state */
    int64_t *colour;          /* [n_columns] columns of one colour share no row */
    int64_t *column_of;       /* [n_x] column of a state, -1 */
    uint8_t *pinned;          /* [n_x] state is itself a locked speed, or must not be corrected */
    uint8_t *set_anew;        /* [n_x] by the event at hand: not to be corrected */
    bool any_anew;            /* is one of them? */
    uint8_t *locked;          /* [n_rows] as of the last event */
    uint8_t *active;          /* [n_rows] locked and independent */
    uint8_t *was_locked;      /* [n_lock] when the last event was over */
    bool known;               /* the basis belongs to `locked` */
    bool constant;            /* slopes stay the same during a run, */
    bool differentiated;      /* and are known */
    bool drifting;            /* rounding has moved a locked speed within the last step */
    int64_t n_direct;         /* states that are locked speeds, */
    int64_t n_resting;        /* and behind them those that cannot but rest: their derivative is 0 */
    int64_t *resting;         /* [n_lock] */
    int64_t *resting_before;  /* [n_lock] as of the event before */
    int64_t *column_ptr;      /* [n_columns + 1] elements of the Jacobian of the speeds by columns: */
    int64_t *element_row;     /* [n_elements] row, */
    int64_t *element;         /* [n_elements] and place in lock_state */
    double *slope;            /* [n_elements] in the order of lock_state */
    int64_t *basis_ptr;       /* [n_rows + 1] orthonormal rows: */
    int64_t *basis_column;    /* columns that are not zero, */
    double *basis;            /* and their elements */
    double *own;              /* [n_rows] product of a row of the basis with that of the speed */
    double *speed;            /* [n_rows] */
    double *size;             /* [n_rows] largest derivative by any state, pinned ones included */
    double *drift;            /* [n_rows] those at the end of the last step */
    double *change;           /* [n_columns] */
    double *x_before;         /* [n] */
};

#endif
