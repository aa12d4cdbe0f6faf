/* The compiled model: what the kernel calls and reads. */
#ifndef DRIVETRAIN_DT_MODEL_H
#define DRIVETRAIN_DT_MODEL_H

#include "dt_api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the kernel and a model hand to each other. The order of the fields is part of the contract
 * with generated code. "in" fields are read by the model, "out" fields are written by it. */
typedef struct dt_io {
    double time;
    int64_t initial;             /* in: 1 while the initial problem is solved */
    const double *x;             /* in [n_x] states */
    const double *p;             /* in: parameters */
    const double *tables;        /* in: packed tables, see dt_table */
    const int64_t *table_offset; /* in: where table k starts in `tables` */
    const double *pre;           /* in [n_z] discrete values before this event iteration pass */
    const double *z;             /* in [n_z] discrete values, read by `ode` */
    const double *rel;           /* in [n_rel + n_time_rel] frozen relation values 0 or 1 */
    const double *sample;        /* in [n_sample] 1: the clock ticks in this pass */
    double *memory;              /* in and out [n_memory] last solutions of algebraic blocks */
    double *xdot;                /* out [n_x + n_q] derivatives of states, then of quadratures */
    double *z_out;               /* out [n_z] new discrete values */
    double *g;                   /* out [n_rel] crossing functions of the state relations */
    double *t_event;             /* out [n_time_rel] instants of the time relations */
    double *reinit_on;           /* out [n_reinit] 1: the state is set to a new value */
    double *reinit_value;        /* out [n_reinit] that value */
    double *assert_ok;           /* out [n_assert] 0: the assertion is violated */
    double *y;                   /* out [n_y] other continuous variables */
    int64_t failed_block;        /* out: the algebraic block that failed, -1 if none */
    double *jac;                 /* out [n_jac] d xdot[i] / d x[j] of the states, see dt_model */
    double *dfdt;                /* out [n_x] partial derivative of xdot with respect to time */
    double *delay_value;         /* out [n_delay] expressions that are delayed, as they are now */
    double *delay_time;          /* out [n_delay] by how much each of them is delayed, s */
    const void *history;         /* in: for dt_delay */
    double *work;                /* [n_work] for the model's own use within one call */
    double *constant;            /* [n_constant] what `prepare` has computed */
    double *factors;             /* [n_factors] for dt_solve_again, and systems for dt_solve_block */
    struct dt_block **blocks;    /* [n_block] for dt_solve_block */
    double *switching;              /* out [n_switching] functions that change sign where xdot bends; of pieces, as
                                    dt_table_bend tells them of the piece that `branch` says; NaN where
                                    the kink does not count */
    const double *branch;        /* in [n_switching]: the side of these functions on which `ode` stays, -1 or 1, or
                                    the piece; 0: that on which they are */
    double *longest_step;        /* out [1] what a step until the next event may be at most, s; written if
                                    the model limits_oscillation */
    double *angle;               /* out [n_angle] angles that are watched, rad */
    double *impact_on;           /* out [n_impact] 1: the sides of an element hit each other, if they move, */
    double *restitution;         /* out [n_impact] and part so much of their speed from each other */
} dt_io;

/* What a model function and the services below return. */
enum dt_code {
    DT_OK = 0,
    DT_SINGULAR = 1,      /* a linear system is singular and its equations contradict each other */
    DT_NEWTON_FAILED = 2, /* Newton's method did not converge */
    DT_TOO_LARGE = 3,     /* a dense system exceeds the workspace (DT_DENSE_MAX, DT_LEAST_MAX), or
                             memory is short */
    DT_PIVOT = 4,         /* a sparse matrix needs an order of pivots, or a better one */
    DT_NO_JACOBIAN = 5,   /* the Jacobian is still to be made */
    DT_UNSIZED = 6        /* a linear system needs the sizes of its terms */
};

/* One of the functions of a model; 0 or a dt_code.
 *
 * `ode`       reads time, x, p, tables, z, rel, branch, memory and writes xdot, kink and phase;
 *             called in integrator stages.
 * `full`      reads pre, sample and initial as well, stays on no branch, and writes every "out" field
 *             but jac and dfdt. Between events pre == z, and `full` reproduces z.
 * `prepare`   reads p and tables and writes `constant`, which the others read; called once, when a
 *             solver is created.
 * `jacobian`  reads what `ode` reads and writes jac and dfdt. NULL: only the explicit method can be
 *             used.
 *
 * State relation k < n_rel is true when g[k] > 0 (strict) or g[k] >= 0 (not strict). Time relation
 * k is true when time >= t_event[k], exactly; its frozen value is rel[n_rel + k]. */
typedef int (*dt_function)(dt_io *io);

/* The derivatives strip by strip: as `ode`, but writes those only whose numbers are known when strips up
 * to `strip` of x are. These are at least those of the strip before. It is called for strip after strip
 * with the same `passed` and other calls in between: those of the stage before, one strip ahead, which
 * write to the same `work`, and those of the stage before that, which the same x serves. */
typedef int (*dt_tile)(dt_io *io, int64_t strip, double *passed);

/* Stands for a Jacobian that is made when it is first needed: DT_ANALYSE then asks for it. */
DT_API int dt_jacobian_to_come(dt_io *io);

enum dt_delay_kind {
    DT_VARIABLE = 0, /* may change during a run */
    DT_CONSTANT = 1, /* does not, and past values do not act on what is delayed */
    DT_FED_BACK = 2  /* does not, and past values may act on what is delayed */
};

/* A large linear block: a square matrix of fixed pattern, by compressed columns. */
typedef struct dt_block_shape {
    int64_t n;                  /* unknowns, */
    int64_t n_torn;             /* and those from which all others follow one by one */
    const int64_t *ptr, *row;   /* [n + 1], [ptr[n]] pattern */
    const int64_t *order;       /* [n] columns in the order of elimination */
    const int64_t *torn;        /* [n_torn] unknowns */
    int64_t n_shared;           /* where rank is missing, those of them that stay nearest to their */
    const int64_t *shared;      /* [n_shared] previous values */
    int64_t regular;            /* 1: has to have a single solution */
    int64_t n_bounded;          /* where rank is missing, */
    const int64_t *bounded;     /* [n_bounded] unknowns that stay between bounds, */
    int64_t bounds;             /* which begin so far behind the right-hand side: low and high of each */
} dt_block_shape;

typedef struct dt_model {
    int64_t n_x;        /* states */
    int64_t n_q;        /* quadratures: integrals carried along, invisible to the model and to the
                           error norm */
    int64_t n_z;        /* discrete variables */
    int64_t n_y;        /* other continuous variables */
    int64_t n_rel;      /* state relations */
    int64_t n_time_rel; /* time relations */
    int64_t n_sample;   /* clocks */
    int64_t n_reinit;
    int64_t n_assert;
    int64_t n_memory;
    int64_t n_lock;
    dt_function ode;
    dt_function full;
    const uint8_t *strict;       /* [n_rel] */
    const int64_t *strict_twin;  /* [n_rel] of g >= 0: the relation g > 0 of the same function; -1: none */
    const int64_t *rel_block;    /* [n_rel + n_time_rel] mixed system that the relation belongs to,
                                    numbered in topological order; -1: feeds no loop */
    const int64_t *rel_level;    /* [n_rel + n_time_rel] level of that system: those of one level do not
                                    need each other */
    const int64_t *z_block;      /* [n_z] mixed system that alone decides about it; -1: none, or several */
    const uint8_t *rate_state;   /* [n_x] 1: the state is a speed */
    const int64_t *reinit_state; /* [n_reinit] state that is set */
    const uint8_t *shares;       /* [n_memory] 1: unknown of a linear loop, not a guess */
    const int64_t *lock_locked;  /* [n_lock] index in z of the Boolean "locked" */
    const int64_t *lock_speed;   /* [n_lock] value index of the speed that is zero while locked */
    const uint8_t *lock_steady;  /* [n_lock] 1: nothing but states is behind that speed */
    const int64_t *lock_ptr;     /* [n_lock + 1] compressed rows: */
    const int64_t *lock_state;   /* states which that speed depends on and which may be corrected */
    dt_function jacobian;        /* or dt_jacobian_to_come, or NULL */
    int64_t n_jac;               /* entries of the Jacobian that may differ from 0, */
    int64_t n_jac_room;          /* numbers behind these, for the function's own use */
    const int64_t *jac_ptr;      /* [n_x + 1] by compressed columns: entries of column j are */
    const int64_t *jac_row;      /* [n_jac] jac_ptr[j] to jac_ptr[j + 1], rows ascending; NULL:
                                    to come with the Jacobian */
    int64_t n_delay;
    const uint8_t *delay_kind;   /* [n_delay] dt_delay_kind */
    int64_t n_work;              /* numbers that the functions exchange within one call */
    dt_function prepare;         /* or NULL */
    dt_function speeds;          /* computes the speeds of holds that are no states; or NULL: `full` does */
    int64_t n_constant;          /* numbers that `prepare` writes */
    int64_t n_factors;           /* room for the factors or systems of all algebraic blocks */
    int64_t fragile;             /* 1: other continuous variables may become infinite or undefined
                                    between events; they are then looked at after every step */
    int64_t limits_oscillation;            /* 1: `full` writes longest_step */
    int64_t loose;               /* 1: discrete variables may follow what changes between events */
    const uint8_t *whole;        /* [n_z] 1: an integer */
    int64_t n_smooth;            /* other variables that must not jump at events unless states do: */
    const int64_t *smooth;       /* [n_smooth] index in y */
    int64_t n_block;             /* large linear blocks */
    const dt_block_shape *blocks; /* [n_block] */
    int64_t n_switching;              /* bends of xdot between events, see kink.c */
    const uint8_t *switching_counts;  /* [n_switching] 1: its branches are the numbers of pieces */
    const uint8_t *switching_jumps;   /* [n_switching] 1: something may jump there, 0: there are but bends */
    const uint8_t *switching_lasts;   /* [n_switching] 1: it acts on a delayed expression */
    const int64_t *switching_ptr;     /* [n_switching + 1] kink k acts on other ones: */
    const int64_t *switching_after;   /* those from ptr[k] to ptr[k + 1] */
    int64_t n_angle;             /* angles that are watched, see pace.c: of waves, */
    int64_t n_steep;             /* the last ones of what is steep in one place, */
    int64_t n_one_way;           /* and the last ones of these of what goes one way there; behind them */
    int64_t n_knot;              /* come arguments of smooth tables, see knot.c, and of each */
    const int64_t *knot_table;   /* [n_knot] the number of the table */
    const int64_t *knot_order;   /* [n_knot] and which derivative of it is read */
    dt_tile tile;              /* or NULL */
    int64_t n_tile;
    int64_t n_passed;            /* numbers that a stage keeps from one strip to the next */
    const int64_t *tile_ptr;    /* [n_tile + 1] strip k consists of ranges ptr[k] to ptr[k + 1] */
    const int64_t *tile_first;  /* of states and quadratures: the first one of a range, */
    const int64_t *tile_size;   /* and how many it has */
    int64_t n_pair;              /* what is recorded together with its derivative, see dt_step_probe: */
    const int64_t *pair_value;   /* [n_pair] value index, */
    const int64_t *pair_rate;    /* [n_pair] and that of the derivative */
    int64_t n_contact;           /* elements whose loads have limits; the kernel decides which hold */
    const int64_t *contact_rel;  /* [2 * n_contact] relations "slides forward" and "slides backward", -1: none */
    const int64_t *contact_z;    /* [3 * n_contact] index in z of "free", "trial" and "given"; -1: none */
    const int64_t *contact_value;  /* [8 * n_contact] value indices of slip, acceleration, load, limits at rest,
                                  * loads where sliding begins, and a small slip; -2 - k: parameter k;
                                  * -1: a constant, */
    const double *contact_factor; /* [8 * n_contact] this one, or the sign of the value */
    const uint8_t *contact_massless; /* [n_contact] 1: the load acts on the slip, not on its acceleration */
    const uint8_t *contact_jams; /* [n_contact] 1: its limits follow a load that it changes, so that there may be no motion, or
                                  * two */
    const uint8_t *lock_stops;   /* [n_lock] motions that are stopped whatever it takes: 0 neither, 1 both, 2 forward,
                                    3 backward; see impulses.c */
    const int64_t *lock_push;    /* [n_lock] index in z of the acceleration that it is given on trial; -1: none */
    const int64_t *lock_on_trial; /* [n_lock] index in z of what is true meanwhile; -1: none */
    const int64_t *lock_slides;  /* [n_lock] index in z of what tells which way it slides, -1: nothing does, */
    const double *lock_backward; /* [n_lock] and its values for both ways */
    const double *lock_forward;
    int64_t n_impact;
    const int64_t *impact_lock;  /* [n_impact] hold whose speed turns round; -1: that speed is given */
    int64_t n_loss;
    const int64_t *loss;         /* [n_loss] quadratures that hold what impulses take, */
    int64_t n_dissipated;
    const int64_t *dissipated;   /* [n_dissipated] and those of what other parts dissipate */
} dt_model;

#ifdef __cplusplus
}
#endif

#endif
