/* State of mode search, contact law, impulses and lock projection. */
#ifndef DRIVETRAIN_KERNEL_STATE_CONTACT_H
#define DRIVETRAIN_KERNEL_STATE_CONTACT_H

#include "base.h"

/* Search for consistent relations, see mode_search.c. */
struct mode_search {
    int64_t n_blocks;
    double *noise_scale;      /* [n_blocks] largest crossing function of the block */
    const double *noise_of;   /* crossing functions that determine the noise scale, */
    const double *noise_unknowns; /* unknowns of the loops there, */
    bool noise_known;         /* and whether noise_scale is up to date: it is rarely needed */
    double noise_bits;        /* noise relative to that, in last bits; 0 until a larger value is needed */
    double *start;            /* [n_all_rel] relations when the search began */
    uint8_t *ever;            /* [n_all_rel] was inconsistent during this search */
    uint8_t *triggered;       /* [n_all_rel] crossed at this event */
    uint64_t *seen;           /* hashes of patterns tried */
    int64_t n_seen;
    int64_t seen_capacity;
    uint8_t *falling;         /* [n_blocks] a relation of the system must become false */
    uint8_t *searched;        /* [n_all_rel] is tried with both values */
    uint8_t *cycling;         /* [n_all_rel] has changed in the logged passes */
    double *contradicted;     /* [CONTRADICTIONS * n_all_rel] modes in which only one relation contradicts */
    int64_t contradictory[CONTRADICTIONS]; /* itself: its number */
    int64_t n_contradicted;
    int64_t at_start;         /* io.initial there */
    bool literal;             /* first evaluation of a run: no previous values to keep */
    bool sweeps_only;         /* modes that sweeps do not settle count as inconsistent */
};

/* Impulses passed on by elements that lock or collide, see impulses.c. */
struct impulses {
    uint8_t *spent;           /* [n_impact] it has occurred, and the sides are still in contact */
    uint8_t *pending;         /* [n_impact] impacts of the current event, */
    double *restitution;      /* [n_impact] and the fraction of their speed that remains */
    uint8_t *closing;         /* [n_lock] it has locked while its sides were moving */
    uint8_t *role;            /* [n_lock] its role, */
    uint8_t *active;          /* [n_lock] whether it participates, */
    double *before, *after;   /* [n_lock] its speed, */
    double *target;           /* [n_lock] the speed it must attain, */
    double *way;              /* [n_lock] and the direction in which it may exceed that; 0: none */
    double *z;                /* [n_z] during the trial, */
    double *pre;              /* [n_z] with elements at rest set to slide as they are driven */
    double *branch;           /* [n_switching] no branch */
    double *base, *change, *later; /* [n] derivatives and changes */
    double *x;                /* [n] */
    int64_t rounds;           /* impulses of the current event */
};

/* Answers of a contact to a prescribed load: acceleration, limits at rest, loads at the onset of sliding. */
#define DT_ANSWERS 5
/* Fraction of a load and its limit that counts as zero; excess of a load that has just passed its limit. */
#define DT_LOAD_NOISE 1e-11
#define DT_PASSED 1e-6

/* Contacts at rest that depend on each other, see principal_pivoting.c. */
struct decision {
    int64_t m;
    const double *first;      /* [m * DT_ANSWERS] answers with these loads, */
    double *load;             /* [m] in; out: the loads found */
    double *slope;            /* [DT_ANSWERS * m * m] and their derivatives with respect to each load */
    int8_t *passed;           /* [m] has just passed its upper (1) or lower (-1) limit */
    int8_t *way;              /* [m] result: 0 holds, 1 slides forward, -1 backward, */
    double *noise;            /* [m] and rounding error of its acceleration, or of its load if it holds */
    int8_t *state, *next, *trial; /* [m] each */
    int64_t *order;           /* [2 * m] */
    bool limits_follow;       /* whether limits depend on loads */
    double *work;             /* [m * m + 6 * m] */
};

/* Elements with limited loads, see contact_law.c. */
struct contact {
    int64_t *of_relation;     /* [n_rel] contact that determines it, -1: none */
    double *before;           /* [n_all_rel] relations before they are settled */
    uint8_t *was_at_rest;     /* [n_contact] before the current event, */
    uint8_t *closed;          /* [n_contact] its slip has just vanished, */
    int8_t *passed;           /* [n_contact] its load has just passed the upper (1) or lower (-1) limit; twice
                               * that: it must let go although it has not passed */
    bool forced;              /* contacts that have crossed must let go, see mode_lookahead.c */
    uint8_t *at_rest;         /* [n_contact] its slip is zero now, */
    int8_t *way;              /* [n_contact] and the decision: 0 holds, 1 or -1 slides */
    double *rounding;         /* [n_contact] of its acceleration when it was decided to slide, else its
                               * load */
    uint8_t *open;            /* [n_blocks + 1] the system awaits a decision */
    int64_t *list;            /* [n_contact] contacts at rest in these systems, system by system, */
    double *load, *step;      /* [n_contact] their prescribed loads, and the increments of these, */
    double *load_before;      /* [n_contact] */
    double *first;            /* [DT_ANSWERS * n_contact] their answers, */
    double *slope;            /* and the derivatives of these, */
    int8_t *passed_of, *way_of; /* [n_contact] in the order of the list */
    double *noise_of;         /* [n_contact] */
    int8_t *state;            /* [3 * n_contact] */
    int64_t *order;           /* [2 * n_contact] */
    double *work;
};

/* Check for a second consistent motion, see second_motion.c. */
struct second_motion {
    int64_t n_rival;
    int64_t *rival;           /* [n_rival] relations that may also have the other value */
    double *rate;             /* [n_x] */
};

/* Corrections that keep locked elements at rest, see lock_projection.c. */
struct locks {
    int64_t n_rows;           /* locks whose speed is not itself a state */
    int64_t n_columns;        /* states that may be corrected for them */
    int64_t n_colours;
    int64_t *rows;            /* [n_rows] lock */
    int64_t *columns;         /* [n_columns] state */
    int64_t *colour;          /* [n_columns] columns of the same colour share no row */
    int64_t *column_of;       /* [n_x] column of a state, -1: none */
    uint8_t *pinned;          /* [n_x] state is itself a locked speed, or must not be corrected */
    uint8_t *set_anew;        /* [n_x] by the current event: not to be corrected */
    bool any_anew;            /* is there such a state? */
    uint8_t *locked;          /* [n_rows] as of the last event */
    uint8_t *active;          /* [n_rows] locked and independent */
    uint8_t *was_locked;      /* [n_lock] when the last event was over */
    bool known;               /* the basis is that of `locked` */
    bool constant;            /* slopes are constant during a run, */
    bool differentiated;      /* and are known */
    bool drifting;            /* rounding has moved a locked speed in the last step */
    int64_t n_direct;         /* states that are locked speeds, */
    int64_t n_resting;        /* followed by states that cannot move: their derivative is 0 */
    int64_t *resting;         /* [n_lock] */
    int64_t *resting_before;  /* [n_lock] as of the previous event */
    int64_t *column_ptr;      /* [n_columns + 1] entries of the Jacobian of the speeds by columns: */
    int64_t *element_row;     /* [n_elements] row, */
    int64_t *element;         /* [n_elements] and place in lock_state */
    double *slope;            /* [n_elements] in the order of lock_state */
    int64_t *basis_ptr;       /* [n_rows + 1] orthonormal rows: */
    int64_t *basis_column;    /* nonzero columns, */
    double *basis;            /* and their entries */
    double *own;              /* [n_rows] product of a basis row with the row of the speed */
    double *speed;            /* [n_rows] */
    double *size;             /* [n_rows] largest derivative by any state, including pinned ones */
    double *drift;            /* [n_rows] those at the end of the last step */
    double *change;           /* [n_columns] */
    double *x_before;         /* [n] */
};

#endif
