/* Interface of a compiled model: the functions and structure data that the kernel uses. */
#ifndef DRIVETRAIN_DT_MODEL_H
#define DRIVETRAIN_DT_MODEL_H

#include "dt_api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Data exchanged between the kernel and a model. The order of the fields is part of the contract with
 * generated code. The model reads "in" fields and writes "out" fields. */
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
    double *memory;              /* in and out [n_memory] latest solutions of algebraic blocks */
    double *xdot;                /* out [n_x + n_q] derivatives of states, then of quadratures */
    double *z_out;               /* out [n_z] new discrete values */
    double *g;                   /* out [n_rel] crossing functions of the state relations */
    double *t_event;             /* out [n_time_rel] instants of the time relations */
    double *reinit_on;           /* out [n_reinit] 1: the state is set to a new value */
    double *reinit_value;        /* out [n_reinit] the new value */
    double *assert_ok;           /* out [n_assert] 0: the assertion is violated */
    double *y;                   /* out [n_y] other continuous variables */
    int64_t failed_block;        /* out: the algebraic block that failed, -1 if none */
    double *jac;                 /* out [n_jac] d xdot[i] / d x[j] of the states, see dt_model */
    double *dfdt;                /* out [n_x] partial derivative of xdot with respect to time */
    double *delay_value;         /* out [n_delay] current values of the delayed expressions */
    double *delay_time;          /* out [n_delay] their delays, s */
    const void *history;         /* in: for dt_delay */
    double *work;                /* [n_work] for the model's own use within one call */
    double *constant;            /* [n_constant] results of `prepare` */
    double *factors;             /* [n_factors] for dt_solve_again; also systems for dt_solve_block */
    struct dt_block **blocks;    /* [n_block] for dt_solve_block */
    double *switching;              /* out [n_switching] switching functions: they change sign where xdot has
                                     * a discontinuity; for piecewise functions, dt_table_bend of the piece
                                     * given by `branch`; NaN where the discontinuity has no effect */
    const double *branch;        /* in [n_switching]: side of these functions on which `ode` stays, -1 or 1,
                                  * or the piece; 0: the current one */
    double *longest_step;        /* out [1] upper limit of the step size until the next event, s; written if
                                  * the model limits_oscillation */
    double *angle;               /* out [n_angle] monitored angles, rad */
    double *impact_on;           /* out [n_impact] 1: the sides of an element collide, if they move, */
    double *restitution;         /* out [n_impact] and separate with this fraction of their speed */
    const void *units;           /* in: for dt_unit_value, [n_units] addresses of dt_unit */
    int64_t n_units;
} dt_io;

/* Return values of the model functions and of the services in dt_services.h. */
enum dt_code {
    DT_OK = 0,
    DT_SINGULAR = 1,      /* a linear system is singular and its equations contradict each other */
    DT_NEWTON_FAILED = 2, /* Newton's method did not converge */
    DT_TOO_LARGE = 3,     /* a dense system exceeds the workspace (DT_DENSE_MAX, DT_LEAST_MAX), or
                             memory is short */
    DT_PIVOT = 4,         /* a sparse matrix needs a pivot order, or a better one */
    DT_NO_JACOBIAN = 5,   /* the Jacobian has not been generated yet */
    DT_UNSIZED = 6        /* a linear system needs the magnitudes of its terms */
};

/* A function of the model; returns 0 or a dt_code.
 *
 * `ode`       reads time, x, p, tables, z, rel, branch, memory and writes xdot, switching and angle;
 *             called in integrator stages.
 * `full`      reads pre, sample and initial as well, is not confined to a branch, and writes every
 *             "out" field but jac and dfdt. Between events pre == z, and `full` reproduces z.
 * `look`      is `full` without longest_step and those y that only rows need; it writes the same numbers.
 *             It is called within steps only and need not write what is read at events alone: z_out,
 *             t_event, reinit_*, impact_on, restitution and delay_*.
 * `prepare`   reads p and tables and writes `constant`, read by the others; called once, when a
 *             solver is created.
 * `jacobian`  reads what `ode` reads and writes jac and dfdt. NULL: only the explicit method can be
 *             used.
 *
 * State relation k < n_rel is true when g[k] > 0 (strict) or g[k] >= 0 (not strict). Time relation
 * k is true when time >= t_event[k], exactly; its frozen value is rel[n_rel + k]. */
typedef int (*dt_function)(dt_io *io);

/* The derivatives tile by tile: like `ode`, but writes only those that can be computed once the tiles of x up
 * to `tile` are known, which are at least those of the tile before. It is called for one tile after another
 * with the same `passed`. Other calls come in between: those of the previous stage, one tile ahead, which
 * write to the same `work`, and those of the stage before that, which are served by the same x. */
typedef int (*dt_tile)(dt_io *io, int64_t tile, double *passed);

/* Placeholder for a Jacobian that is generated on first use: DT_ANALYSE then requests it. */
DT_API int dt_jacobian_to_come(dt_io *io);

enum dt_delay_kind {
    DT_VARIABLE = 0, /* may change during a run */
    DT_CONSTANT = 1, /* does not, and past values have no effect on the delayed expression */
    DT_FED_BACK = 2  /* does not, and past values may affect the delayed expression */
};

/* A large linear block: a square matrix of fixed pattern, in compressed columns. */
typedef struct dt_block_shape {
    int64_t n;                  /* unknowns, */
    int64_t n_torn;             /* tearing variables: all other unknowns follow from them one by one */
    const int64_t *ptr, *row;   /* [n + 1], [ptr[n]] pattern */
    const int64_t *order;       /* [n] columns in elimination order */
    const int64_t *torn;        /* [n_torn] unknowns */
    int64_t n_shared;           /* in a rank deficient block, the tearing variables kept closest to their */
    const int64_t *shared;      /* [n_shared] previous values */
    int64_t nonsingular;          /* 1: must have a unique solution */
    int64_t n_bounded;          /* in a rank deficient block, */
    const int64_t *bounded;     /* [n_bounded] unknowns that are kept within bounds, */
    int64_t bounds;             /* at this offset after the right-hand side: low and high of each */
} dt_block_shape;

typedef struct dt_model {
    int64_t n_x;        /* states */
    int64_t n_q;        /* quadratures: integrals that are invisible to the model and to the error norm */
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
    const int64_t *rel_block;    /* [n_rel + n_time_rel] mixed system that the relation belongs to, numbered
                                  * in topological order; -1: not part of a loop */
    const int64_t *rel_level;    /* [n_rel + n_time_rel] level of that system: systems of one level do not
                                  * depend on each other */
    const int64_t *z_block;      /* [n_z] mixed system that alone determines it; -1: none, or several */
    const uint8_t *rate_state;   /* [n_x] 1: the state is a speed */
    const int64_t *reinit_state; /* [n_reinit] state that is set */
    const uint8_t *shares;       /* [n_memory] 1: unknown of a linear loop, not a guess */
    const int64_t *lock_locked;  /* [n_lock] index in z of the Boolean "locked" */
    const int64_t *lock_speed;   /* [n_lock] value index of the speed that is zero while locked */
    const uint8_t *lock_steady;  /* [n_lock] 1: that speed depends on states only */
    const int64_t *lock_ptr;     /* [n_lock + 1] compressed rows: */
    const int64_t *lock_state;   /* states on which that speed depends and which may be corrected */
    dt_function jacobian;        /* or dt_jacobian_to_come, or NULL */
    int64_t n_jac;               /* structurally nonzero entries of the Jacobian, */
    int64_t n_jac_room;          /* space after these, for the function's own use */
    const int64_t *jac_ptr;      /* [n_x + 1] by compressed columns: entries of column j are */
    const int64_t *jac_row;      /* [n_jac] jac_ptr[j] to jac_ptr[j + 1], rows ascending; NULL: generated with
                                  * the Jacobian */
    int64_t n_delay;
    const uint8_t *delay_kind;   /* [n_delay] dt_delay_kind */
    int64_t n_work;              /* numbers passed between the functions within one call */
    dt_function prepare;         /* or NULL */
    dt_function speeds;          /* computes the locked speeds that are not states; or NULL: `full` does */
    dt_function look;            /* or NULL: `full` does */
    int64_t n_constant;          /* numbers that `prepare` writes */
    int64_t n_factors;           /* space for the factors or systems of all algebraic blocks */
    int64_t may_be_undefined;    /* 1: other continuous variables may become infinite or undefined between
                                  * events; they are then checked after every step */
    int64_t limits_oscillation;            /* 1: `full` writes longest_step */
    int64_t may_vary;             /* 1: discrete variables may depend on what changes between events */
    const uint8_t *whole;        /* [n_z] 1: an integer */
    int64_t n_smooth;            /* other variables that must not jump at events unless states do: */
    const int64_t *smooth;       /* [n_smooth] index in y */
    int64_t n_block;             /* large linear blocks */
    const dt_block_shape *blocks; /* [n_block] */
    int64_t n_switching;              /* discontinuities of xdot between events, see branch_changes.c */
    const uint8_t *switching_counts;  /* [n_switching] 1: its branches are numbered pieces */
    const uint8_t *switching_jumps;   /* [n_switching] 1: there may be a jump, 0: only bends */
    const uint8_t *switching_lasts;   /* [n_switching] 1: it affects a delayed expression */
    const int64_t *switching_ptr;     /* [n_switching + 1] discontinuity k affects other ones: */
    const int64_t *switching_after;   /* those from ptr[k] to ptr[k + 1] */
    int64_t n_angle;             /* monitored angles, see oscillation_limit.c: of oscillations first, */
    int64_t n_steep;             /* the last ones of steep localised features (peaks), */
    int64_t n_one_way;           /* the last of these of what is passed in one direction; behind them */
    int64_t n_knot;              /* come the arguments of smooth tables, see spline_knots.c, and for each */
    const int64_t *knot_table;   /* [n_knot] the number of the table */
    const int64_t *knot_order;   /* [n_knot] and the order of the derivative that is read */
    dt_tile tile;              /* or NULL */
    int64_t n_tile;
    int64_t n_passed;            /* numbers that a stage carries from one tile to the next */
    const int64_t *tile_ptr;    /* [n_tile + 1] tile k consists of ranges ptr[k] to ptr[k + 1] */
    const int64_t *tile_first;  /* of states and quadratures: the first index of a range, */
    const int64_t *tile_size;   /* and its length */
    int64_t n_pair;              /* variables recorded together with their derivatives, see dt_step_probe: */
    const int64_t *pair_value;   /* [n_pair] value index, */
    const int64_t *pair_rate;    /* [n_pair] and value index of the derivative */
    int64_t n_contact;           /* elements with limited loads; the kernel decides which of them hold */
    const int64_t *contact_rel;  /* [2 * n_contact] relations "slides forward" and "slides backward", -1:
                                  * none */
    const int64_t *contact_z;    /* [3 * n_contact] index in z of "free", "trial" and "given"; -1: none */
    const int64_t *contact_value;  /* [8 * n_contact] value indices of slip, acceleration, load, limits at
                                    * rest, loads at the onset of sliding, and a small slip; -2 - k: parameter
                                    * k; -1: a constant, */
    const double *contact_factor; /* [8 * n_contact] this one, or the sign of the value */
    const uint8_t *contact_massless; /* [n_contact] 1: the load acts on the slip, not on its acceleration */
    const uint8_t *contact_jams; /* [n_contact] 1: its limits depend on a load that it affects itself, so that
                                  * there may be no motion, or two */
    const uint8_t *lock_stops;   /* [n_lock] directions of motion stopped with unlimited load: 0 neither, 1
                                  * both, 2 forward, 3 backward; see impulses.c */
    const int64_t *lock_push;    /* [n_lock] index in z of the trial acceleration imposed on it; -1: none */
    const int64_t *lock_on_trial; /* [n_lock] index in z of the Boolean set during the trial; -1: none */
    const int64_t *lock_slides;  /* [n_lock] index in z of the sliding direction, -1: none, */
    const double *lock_backward; /* [n_lock] and its values for the two directions */
    const double *lock_forward;
    int64_t n_impact;
    const int64_t *impact_lock;  /* [n_impact] lock whose speed is reversed; -1: that speed is prescribed */
    int64_t n_loss;
    const int64_t *loss;         /* [n_loss] quadratures of the energy lost in impulses, */
    int64_t n_dissipated;
    const int64_t *dissipated;   /* [n_dissipated] and those of the energy dissipated by other parts */
    int64_t n_foreign;           /* blocks computed by other programs, see dt_set_foreign: */
    const int64_t *foreign_clock; /* [n_foreign] their clocks, which no `when` of the model reads */
    const uint8_t *foreign_always; /* [n_foreign] 1: takes part in every event, and makes no steps */
    const int64_t *foreign_in_ptr; /* [n_foreign + 1] compressed rows: */
    const int64_t *foreign_in;   /* index in z of the inputs, which the model latches at ticks */
    const int64_t *foreign_out_ptr; /* [n_foreign + 1] compressed rows: */
    const int64_t *foreign_out;  /* index in z of the outputs, which the model leaves as they are */
} dt_model;

#ifdef __cplusplus
}
#endif

#endif
