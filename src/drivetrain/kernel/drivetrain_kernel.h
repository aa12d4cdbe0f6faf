/* The time loop of hybrid driveline models: integration, events, mixed systems, delays.
 *
 * Plain C11 on top of libm. There are no globals and nothing is allocated after dt_create (but for
 * the past of delayed expressions and an order of pivots, both between steps, and for the factors of
 * large algebraic blocks where they outgrow all before), so any number of
 * solvers may run side by side in different threads. A compiled model is seen only
 * through `dt_model`: sizes and two functions. All values are doubles; Booleans are 0 and 1,
 * integers are doubles without fraction.
 *
 * Words used below
 *   relation       a condition such as `w > 0` whose value is frozen while time passes; it may
 *                  change at events only
 *   discrete       a variable that changes at events only (`z`); `pre` is its value before the
 *                  event iteration pass at hand
 *   value index    position in (x | q | z | y), counted from 0
 *   row            [time, flag, x, q, z, y]: what is recorded at an instant
 *   short row      [time, flag, x, q, z, rel]: the same with frozen relations in place of y, which
 *                  dt_complete and dt_select compute from them
 *
 * Licence: BSD-3-Clause, the drivetrain developers.
 */
#ifndef DRIVETRAIN_KERNEL_H
#define DRIVETRAIN_KERNEL_H

#include <stdint.h>

#if defined(_WIN32)
#define DT_API __declspec(dllexport)
#else
#define DT_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Changes whenever a struct or a signature in this header changes. */
#define DT_ABI_VERSION 34

/* ------------------------------------------------------------------ the compiled model */

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
    double *kink;                /* out [n_kink] functions that change sign where xdot bends; of pieces, as
                                    dt_table_bend tells them of the piece that `branch` says; NaN where
                                    the kink does not count */
    const double *branch;        /* in [n_kink]: the side of these functions on which `ode` stays, -1 or 1, or
                                    the piece; 0: that on which they are */
    double *longest_step;        /* out [1] what a step until the next event may be at most, s; written if
                                    the model has_pace */
    double *phase;               /* out [n_phase] angles that are watched, rad */
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
typedef int (*dt_strip)(dt_io *io, int64_t strip, double *passed);

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
    int64_t n_hold;
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
    const int64_t *hold_locked;  /* [n_hold] index in z of the Boolean "locked" */
    const int64_t *hold_speed;   /* [n_hold] value index of the speed that is zero while locked */
    const uint8_t *hold_steady;  /* [n_hold] 1: nothing but states is behind that speed */
    const int64_t *hold_ptr;     /* [n_hold + 1] compressed rows: */
    const int64_t *hold_state;   /* states which that speed depends on and which may be corrected */
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
    int64_t has_pace;            /* 1: `full` writes longest_step */
    int64_t loose;               /* 1: discrete variables may follow what changes between events */
    const uint8_t *whole;        /* [n_z] 1: an integer */
    int64_t n_smooth;            /* other variables that must not jump at events unless states do: */
    const int64_t *smooth;       /* [n_smooth] index in y */
    int64_t n_block;             /* large linear blocks */
    const dt_block_shape *blocks; /* [n_block] */
    int64_t n_kink;              /* bends of xdot between events, see kink.c */
    const uint8_t *kink_counts;  /* [n_kink] 1: its branches are the numbers of pieces */
    const uint8_t *kink_jumps;   /* [n_kink] 1: something may jump there, 0: there are but bends */
    const uint8_t *kink_lasts;   /* [n_kink] 1: it acts on a delayed expression */
    const int64_t *kink_ptr;     /* [n_kink + 1] kink k acts on other ones: */
    const int64_t *kink_after;   /* those from ptr[k] to ptr[k + 1] */
    int64_t n_phase;             /* angles that are watched, see pace.c: of waves, */
    int64_t n_steep;             /* the last ones of what is steep in one place, */
    int64_t n_one_way;           /* and the last ones of these of what goes one way there; behind them */
    int64_t n_knot;              /* come arguments of smooth tables, see knot.c, and of each */
    const int64_t *knot_table;   /* [n_knot] the number of the table */
    const int64_t *knot_order;   /* [n_knot] and which derivative of it is read */
    dt_strip strip;              /* or NULL */
    int64_t n_strip;
    int64_t n_passed;            /* numbers that a stage keeps from one strip to the next */
    const int64_t *strip_ptr;    /* [n_strip + 1] strip k consists of ranges ptr[k] to ptr[k + 1] */
    const int64_t *strip_first;  /* of states and quadratures: the first one of a range, */
    const int64_t *strip_size;   /* and how many it has */
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
    const uint8_t *hold_stops;   /* [n_hold] motions that are stopped whatever it takes: 0 neither, 1 both, 2 forward,
                                    3 backward; see impulses.c */
    const int64_t *hold_push;    /* [n_hold] index in z of the acceleration that it is given on trial; -1: none */
    const int64_t *hold_on_trial; /* [n_hold] index in z of what is true meanwhile; -1: none */
    const int64_t *hold_slides;  /* [n_hold] index in z of what tells which way it slides, -1: nothing does, */
    const double *hold_backward; /* [n_hold] and its values for both ways */
    const double *hold_forward;
    int64_t n_impact;
    const int64_t *impact_hold;  /* [n_impact] hold whose speed turns round; -1: that speed is given */
    int64_t n_loss;
    const int64_t *loss;         /* [n_loss] quadratures that hold what impulses take, */
    int64_t n_dissipated;
    const int64_t *dissipated;   /* [n_dissipated] and those of what other parts dissipate */
} dt_model;

/* ------------------------------------------------------- services for generated code */

/* Largest system of dt_solve and dt_newton, and largest one that may be rank deficient. */
#define DT_DENSE_MAX 2048
#define DT_LEAST_MAX 64
#define DT_FACTORS(n) (3 + 6 * (n) * (n) + 6 * (n))

/* Value (derivative 0) or first or second derivative of a packed table at `u`.
 *
 * Layout, in doubles: n, extrapolation (0 hold, 1 continue, 2 periodic, 3 none), slope left of the
 * grid, slope right of it, first value, last value, number of bends, number of turns (see dt_table_turn; 0:
 * they are not counted), then n breakpoints x, then for
 * each of the n - 1 intervals the coefficients c0..c3 of c0 + c1 v + c2 v^2 + c3 v^3 with v = u - x[i],
 * then the numbers of the breakpoints at which the table bends or jumps; where turns are counted, then
 * their count at the start of each interval, and at the end of each.
 * Outside the grid with extrapolation "none" the result is NaN. */
DT_API double dt_table(const double *table, double u, int64_t derivative);

/* Where `u` is between the bends. Piece 0: the number of its piece, as many bends as lie before it, and a half, so that
 * it is never 0; 0 exactly at a bend. Otherwise how far `u` is within the piece of this number, with the sign
 * of the number; with the other one outside of it. */
DT_API double dt_table_bend(const double *table, double u, double piece);

/* How often the table has gone up or down as a whole, up to `u`: a number that grows by 1 from each
 * extreme to the next, as the value does. A jump counts for less than it would, so that one of them can
 * be within a step that may turn by 1, but not two. */
DT_API double dt_table_turn(const double *table, double u);

/* The same for whole numbers: a piece is what lies between two, and has the number half-way between them. */
DT_API double dt_floor_bend(double u, double piece);

/* The table at `u`, but as it goes on from the piece of this number, see dt_table_bend, if `u` is in
 * another one; 0: wherever `u` is. */
DT_API double dt_table_beside(const double *table, double u, int64_t derivative, double piece);

/* The same for `n` arguments; results go to `out`. */
DT_API void dt_table_many(const double *table, int64_t n, const double *u, int64_t derivative,
                          double *out);

/* Solve the dense system A x = b.
 *
 * A is row-major, n by n, and destroyed; b holds the right-hand side and receives x. A regular
 * system is solved by LU decomposition and does not look at `previous`. If the system is rank
 * deficient but consistent (n <= DT_LEAST_MAX), x is the solution nearest to `previous` in the
 * 2-norm. In every successful case x is stored in `previous` too.
 * Returns DT_OK, DT_SINGULAR or DT_TOO_LARGE. */
DT_API int dt_solve(int64_t n, double *A, double *b, double *previous);

/* The same for a system that is solved often with the same matrix: `factors` holds DT_FACTORS(n)
 * numbers, zero at first, from one call to the next. DT_UNSIZED, and nothing is done, if the factors
 * of this matrix are not there, or rank is missing: then dt_solve_sized solves it. */
DT_API int dt_solve_again(int64_t n, const double *A, double *b, double *previous, double *factors);

/* The same, whatever was before, given how large the terms are that entries and right-hand side add
 * up: size[n * n + n] holds the sums of their magnitudes, and is destroyed. What is left where these
 * cancel is rounding. Bit k of `shared` tells whether unknown k counts where the nearest solution is
 * looked for; the others count only for what is open still. If there are none, a rank deficient system is
 * DT_SINGULAR, and the sizes for the right-hand side are not read. */
DT_API int dt_solve_sized(int64_t n, double *A, double *b, double *size, double *previous,
                          double *factors, uint64_t shared);

/* The same where loads have limits: `rows` holds two bounds and n coefficients for each of `count` sums of
 * unknowns. Of all solutions within the limits the nearest to `previous` is taken. Where there is none, limits are
 * obeyed until one is left that cannot be. */
DT_API int dt_solve_limited(int64_t n, double *A, double *b, double *size, double *previous,
                            double *factors, uint64_t shared, int64_t count, const double *rows);

/* Solve large block `block` of the model with these values of the entries of its matrix; b holds the
 * right-hand side and receives the solution. If the block is rank deficient but consistent, the torn
 * unknowns are as near as possible to previous[n_torn]; these receive them in every successful case.
 * Returns DT_OK, DT_SINGULAR or, if memory is short, DT_TOO_LARGE. */
DT_API int dt_solve_block(const dt_io *io, int64_t block, const double *value, double *b,
                          double *previous);

/* Residual r[n] of a nonlinear block and its row-major Jacobian J = dr/du at u[n]; 0 or a dt_code,
 * non-zero meaning that r cannot be evaluated there. */
typedef int (*dt_residual)(const dt_io *io, const double *known, const double *u, double *r,
                           double *J);

/* Damped Newton iteration for `fn` = 0.
 *
 * u holds the guess and receives the solution; r[n] and J[n * n] are workspace. The iteration ends
 * when the step is below 1e-12 of the size of u. Returns DT_OK, DT_NEWTON_FAILED, DT_TOO_LARGE or
 * the code of `fn` where it cannot be evaluated at the guess. */
DT_API int dt_newton(int64_t n, dt_residual fn, const dt_io *io, const double *known, double *u,
                     double *r, double *J);

/* Value of delayed expression `delay` at the time `shift` before io->time, and its derivative with
 * respect to time. Before the start the expression had its value at the start. A delay that is
 * constant is always settings.delay_longest, and when a jump or kink of its expression arrives there
 * is an event: `shift` then only tells how far the instants within a step lie back. */
DT_API double dt_delay(const dt_io *io, int64_t delay, double shift);
DT_API double dt_delay_rate(const dt_io *io, int64_t delay, double shift);

/* Put a Jacobian together from slopes of single equations, which jac holds behind its entries.
 *
 * All entries up to `cleared` and all of dfdt[n_x] become zero, then each line (to, a, b) of the n
 * lines of `chain` adds jac[a] jac[b] to jac[to], or for to < 0 to dfdt[-1 - to]; the factor of a
 * negative a or b is 1. */
DT_API void dt_chain(dt_io *io, int64_t n_x, int64_t cleared, int64_t n, const int64_t *chain);

/* ------------------------------------------------------------ sparse linear systems */

/* A square matrix of fixed pattern, by compressed columns, that is factorised again and again. */
typedef struct dt_sparse dt_sparse;

/* A matrix of order n with this pattern; NULL if memory is short. The arrays are not copied. */
DT_API dt_sparse *dt_sparse_create(int64_t n, const int64_t *ptr, const int64_t *row);

DT_API void dt_sparse_destroy(dt_sparse *matrix);

/* Take over an order of pivots: position[i] is the pivot to which row i belongs, column[k] the
 * column that belongs to pivot k. The only call that allocates. Returns DT_OK or DT_TOO_LARGE. */
DT_API int dt_sparse_order(dt_sparse *matrix, const int64_t *position, const int64_t *column);

/* Factorise with these values of the entries. Returns DT_OK, or DT_PIVOT when a pivot is missing or
 * small compared with the rest of its column. */
DT_API int dt_sparse_factor(dt_sparse *matrix, const double *value);

/* Solve with the last factorisation; b[n] holds the right-hand side and receives the solution. */
DT_API void dt_sparse_solve(dt_sparse *matrix, double *b);

/* Entries of both factors, 0 before there is an order. */
DT_API int64_t dt_sparse_entries(const dt_sparse *matrix);

/* A large linear block and its factors, which are kept while the matrix stays the same. */
typedef struct dt_block dt_block;

/* A block of this shape, whose arrays are not copied; NULL if memory is short. */
DT_API dt_block *dt_block_create(const dt_block_shape *shape);

DT_API void dt_block_destroy(dt_block *block);

/* Factorise with these values of the entries. Returns what dt_block_solve does. */
DT_API int dt_block_factor(dt_block *block, const double *value);

/* Rank of the matrix factorised last, by pivots. */
DT_API int64_t dt_block_rank(const dt_block *block);

/* See dt_solve_block. */
DT_API int dt_block_solve(dt_block *block, const double *value, double *b, double *previous);

/* ----------------------------------------------------------------------- the solver */

/* Which integrator makes the steps. */
enum dt_method {
    DT_AUTO = 0,     /* starts with the explicit one and changes as stiffness comes and goes */
    DT_EXPLICIT = 1, /* Bogacki & Shampine 5(4) */
    DT_STIFF = 2,    /* Rodas5P, of order 5(4), L-stable; needs the Jacobian of the model */
    DT_EXTERNAL = 3  /* the caller's own, see DT_STEP */
};

typedef struct dt_settings {
    double start_time;
    double stop_time;
    double interval;      /* output grid: start_time + k interval, and stop_time */
    double max_step;      /* > 0; may be infinite */
    double initial_step;  /* 0: chosen from the derivatives */
    double event_noise;   /* a crossing function of smaller size is rounding noise around 0 */
    double lock_tolerance; /* speed at which elements may lock, in tolerances of the states behind it */
    int64_t max_steps;    /* steps, accepted or not, to the next event or grid point */
    int64_t max_events_per_instant;   /* more of them crowded together: DT_CHATTERING */
    int64_t max_event_iterations;     /* passes of one event: more is DT_EVENT_CYCLE */
    const double *atol;   /* [n_x] absolute tolerances */
    const double *rtol;   /* [n_x] relative tolerances */
    const double *size_limit; /* [n_x] size of a state above which its tolerance grows no more */
    const double *parameters;
    const double *tables;
    const int64_t *table_offset;
    const double *sample_start;    /* [n_sample] first tick of a clock */
    const double *sample_interval; /* [n_sample] time between ticks, > 0 */
    const double *memory;          /* [n_memory] first guesses for the unknowns of algebraic blocks */
    int64_t method;                /* dt_method; models without Jacobian are integrated explicitly */
    const double *delay_longest;   /* [n_delay] the delay if it is constant, else its bound, s */
    int64_t short_rows;            /* 1: dt_advance writes short rows. Only for models whose `full`
                                      reads neither memory nor history */
    double seconds_per_call;       /* dt_advance returns after about so long; may be infinite */
    int64_t step_probes;           /* 1: some steps are held against their rates, see dt_step_probe */
} dt_settings;

/* How a call ended. */
enum dt_status {
    DT_DONE = 0,            /* what was asked is done */
    DT_MORE = 1,            /* the buffer is full, or max_steps or the time is used up: call again */
    DT_EVENT_CYCLE = 2,     /* the passes of an event repeat or do not settle */
    DT_ZENO = 3,            /* jumps of a state follow each other at shrinking intervals, endlessly */
    DT_NON_FINITE = 4,      /* a derivative, or another value, is infinite or not a number */
    DT_BLOCK_FAILED = 5,    /* an algebraic block has no solution */
    DT_ASSERT = 6,          /* an assertion of the model is violated */
    DT_STEP_TOO_SMALL = 7,  /* the tolerance is not reached with the smallest step */
    DT_TOO_MANY_STEPS = 8,  /* more than settings.max_steps to the next event or grid point */
    DT_NOT_READY = 9,       /* dt_advance without a successful dt_initialise */
    DT_ANALYSE = 10,        /* call again after dt_set_jacobian if the Jacobian is still to come, else
                               after dt_set_pivots: a large stiff system needs an order of pivots */
    DT_DELAY_TIME = 11,     /* a delay is not positive, or longer than its bound */
    DT_DELAY_MEMORY = 12,   /* the past that a delay reaches back to has become too long */
    DT_DELAY_START = 13,    /* no values at the start agree with the delays */
    DT_CHATTERING = 14,     /* modes toggle without time passing to speak of */
    DT_NO_MODES = 15,       /* no values of the relations agree with the equations at an event */
    DT_STEP = 16,           /* call again after dt_take_step: the caller's integrator is to make a step */
    DT_NOT_WHOLE = 17,      /* an integer has become a number with a fraction */
    DT_LOOSE = 18,          /* a discrete variable would change although there is no event */
    DT_TOO_FAST = 19,       /* a wave is so fast that the run would never end */
    DT_JUMP = 20,           /* a motion jumps that is differentiated */
    DT_LOCKED_MOVING = 21,  /* an element locks although its sides move against each other */
    DT_IMPULSE = 22,        /* what an impulse does is not known, see dt_impulse_reason */
    DT_TWO_MOTIONS = 23     /* more than one motion agrees with the equations of contacts */
};

/* Why an impulse is not known: `count` of a failure. */
enum dt_impulse_reason {
    DT_IMPULSE_GIVEN = 1,       /* the speed follows from what is given */
    DT_IMPULSE_RESTITUTION = 2, /* the restitution is not between 0 and 1 */
    DT_IMPULSE_OPEN = 3,        /* no impulses agree with the equations */
    DT_IMPULSE_GAINS = 4,       /* the impulses of this instant would bring energy along */
    DT_IMPULSE_ENDLESS = 5,     /* one impact leads to another at the same instant, without end */
    DT_IMPULSE_START = 6        /* it would have to happen at the start */
};

/* What a row says about its instant. */
enum dt_flag {
    DT_REGULAR = 0, /* point of the output grid */
    DT_LEFT = 1,    /* left limit of an event: old modes */
    DT_RIGHT = 2,   /* right limit of the same event: new modes */
    DT_FIRST = 3,   /* start_time, after the initial event */
    DT_LAST = 4,    /* stop_time; if an event falls there, its right limit, after a DT_LEFT row */
    DT_SCHEDULED = 8 /* added to DT_RIGHT or DT_LAST after an event at an instant known beforehand: of
                        a time relation or a clock, even if a state relation crosses there too */
};

typedef struct dt_stats {
    int64_t steps;            /* accepted integrator steps */
    int64_t rejected_steps;
    int64_t rhs_evaluations;  /* derivatives for the integrator, some of which `full` gave */
    int64_t full_evaluations; /* calls of `full` */
    int64_t state_events;
    int64_t time_events;      /* scheduled ones, those that coincide with state events included */
    int64_t event_iterations; /* passes of event iterations */
    int64_t mixed_sweeps;     /* evaluations in search of consistent relations */
    int64_t pivots;           /* relations exchanged by least-index pivoting */
    int64_t searches;         /* exhaustive searches */
    int64_t hold_corrections; /* times that speeds of locked elements were set to zero */
    int64_t dormant_crossings; /* relations that changed without influence and without an event */
    int64_t stiff_steps;      /* of `steps`: those of the stiff method */
    int64_t jacobians;        /* calls of `jacobian` */
    int64_t factorisations;   /* of the matrix of the stiff method */
    int64_t switches;         /* between the two methods */
    int64_t impulses;         /* instants at which speeds jumped by impulses */
} dt_stats;

/* Changes that are written down when the passes of an event do not settle. */
#define DT_CYCLE_LOG 64

/* A discrete variable that a pass of an event has changed. */
typedef struct dt_change {
    int64_t pass;
    int64_t discrete;
    double before, after;
} dt_change;

/* Which thing failed; fields that do not apply are -1 or empty. */
typedef struct dt_failure {
    int64_t status;            /* dt_status; DT_DONE if nothing failed */
    double time;
    int64_t state;             /* DT_NON_FINITE, DT_STEP_TOO_SMALL, DT_TOO_MANY_STEPS: culprit in
                                  (x | q); DT_NON_FINITE, DT_NOT_WHOLE, DT_LOOSE, DT_JUMP: in
                                  (x | q | z | y) */
    int64_t block;             /* DT_BLOCK_FAILED: failed_block of the model */
    int64_t block_code;        /* DT_BLOCK_FAILED: dt_code */
    int64_t assertion;         /* DT_ASSERT, DT_EVENT_CYCLE, DT_NO_MODES: first violated assertion */
    int64_t n_relations;       /* DT_EVENT_CYCLE, DT_ZENO, DT_CHATTERING, DT_NO_MODES, DT_TWO_MOTIONS: relations */
    const int64_t *relations;  /* that keep changing */
    int64_t n_changes;         /* DT_EVENT_CYCLE: what changes within one period, or in the last */
    const dt_change *changes;  /* pass; at most DT_CYCLE_LOG */
    int64_t delay;             /* DT_DELAY_TIME: which one */
    int64_t hold;              /* DT_LOCKED_MOVING, DT_IMPULSE: which one */
    int64_t accepted;          /* 1: no step could be made from an accepted point, which dt_current
                                  gives */
    int64_t period;            /* DT_EVENT_CYCLE: passes after which everything repeats; 0: it does
                                  not */
    int64_t count;             /* DT_ZENO, DT_CHATTERING: events that this rests on */
    double interval;           /* DT_ZENO: between the last two of them; DT_CHATTERING: on average;
                                  DT_TOO_MANY_STEPS: last step; DT_TOO_FAST: longest step; DT_JUMP: its height;
                                  DT_LOCKED_MOVING: the speed; DT_IMPULSE: that, or the restitution */
    double ratio;              /* DT_ZENO: of the last two intervals */
} dt_failure;

/* What steps say that were held against their rates: the change of every quantity against an integral of its rate
 * that the method had no part in. A quantity is a state or a quadrature, or behind these a pair. */
typedef struct dt_step_probe {
    int64_t steps;             /* that were probed; 0: none, and nothing is said below */
    int64_t refined;           /* those of them at which was looked twice */
    double ratio;              /* most that a quantity misses, as a multiple of what it may, */
    int64_t quantity;          /* which one; -1: none, */
    double begin, end;         /* the step, as far as it counts, */
    double change, integral;   /* and what the two differ in */
    double allowed;            /* what they may differ by */
} dt_step_probe;

typedef struct dt_solver dt_solver;

/* DT_ABI_VERSION of the library. */
DT_API int64_t dt_abi_version(void);

/* A solver for one run; NULL if memory is short. The arrays that `model` and `settings` point to
 * are not copied, must outlive the solver and must not change. */
DT_API dt_solver *dt_create(const dt_model *model, const dt_settings *settings);

/* Release a solver; NULL is allowed. */
DT_API void dt_destroy(dt_solver *solver);

/* Length of what dt_advance writes: 2 + n_x + n_q + n_z, then n_y or for short rows
 * n_rel + n_time_rel. */
DT_API int64_t dt_row_length(const dt_solver *solver);

/* Start a run at time t0 with states x0[n_x] and discrete values pre0[n_z]: event iteration with
 * `initial` = 1, then with `initial` = 0 and the clocks that tick at t0. The first row is handed
 * out by the next dt_advance. Returns DT_DONE or a failure. */
DT_API int dt_initialise(dt_solver *solver, double t0, const double *x0, const double *pre0);

/* Solve the initial event at (t, x, pre0) without touching the run: fills a row (flag DT_FIRST)
 * and xdot[n_x + n_q]. Speeds of locked elements are left as they are and clocks do not tick. */
DT_API int dt_probe(dt_solver *solver, double t, const double *x, const double *pre0, double *row,
                    double *xdot);

/* The same beside the point that was probed last with success, as for a difference: where sweeps do
 * not settle the modes, those of that point are kept, and no others are searched for. */
DT_API int dt_probe_beside(dt_solver *solver, double t, const double *x, const double *pre0,
                           double *row, double *xdot);

/* Go on with the run and append rows to `rows` (row-major, `capacity` rows of dt_row_length).
 *
 * Returns DT_MORE when the buffer is full, `max_steps` integrator steps were tried, the time for a call
 * is over or the past of delayed expressions needs more memory, which the next call takes; DT_DONE at
 * stop_time, or a failure; a failed run stays failed. *n_rows is the number of rows written, also in
 * case of failure. */
DT_API int dt_advance(dt_solver *solver, double *rows, int64_t capacity, int64_t *n_rows,
                      int64_t max_steps);

/* Runs of one model that differ in parameters and what follows from them. */
typedef struct dt_series {
    int64_t n_runs;
    int64_t n_parameters;
    const double *parameters;      /* [n_runs][n_parameters] */
    const double *sample_start;    /* [n_runs][n_sample] as in dt_settings */
    const double *sample_interval; /* [n_runs][n_sample] */
    const double *delay_longest;   /* [n_runs][n_delay] */
    const double *x0;              /* [n_x] where all runs start, */
    const double *pre0;            /* [n_z] */
    int64_t n_expected;            /* provided that a probe of the first instant shows */
    const int64_t *column;         /* [n_expected] in these columns of (complete row | xdot), */
    const double *expected;        /* [n_expected] these values, */
    const double *within;          /* [n_expected] but for such differences */
    int64_t run;                   /* in and out: the next run */
    int64_t *n_rows;               /* out [n_runs] rows of each run that was begun */
    dt_step_probe *probes;         /* out [n_runs] of those that have reached stop_time */
    dt_solver *left;               /* out: solver of a run that was begun and has not ended, or NULL;
                                      to be destroyed by the caller */
} dt_series;

/* Make the runs from series->run on, one after another, just as dt_create, dt_initialise and dt_advance
 * would; what `settings` says of parameters, clocks and delays does not count. The rows of all runs
 * are appended to `rows`.
 *
 * Returns DT_DONE when all runs have reached stop_time. DT_MORE without a solver left: `rows` is full,
 * `max_steps` integrator steps were tried or the time for a call is over, call again. DT_NOT_READY: the start of run series->run
 * does not fit, or memory is short. Otherwise that run has been left, with what dt_initialise or
 * dt_advance returned. */
DT_API int dt_run_series(const dt_model *model, const dt_settings *settings, dt_series *series,
                         double *rows, int64_t capacity, int64_t max_steps);

/* Make rows of short rows, any of those that runs with the same parameters and tables have written;
 * a run of this solver is not touched. Returns a dt_code. */
DT_API int dt_complete(const dt_solver *solver, const double *short_rows, int64_t n_rows,
                       double *rows);

/* Columns that are picked out of rows. */
typedef struct dt_selection {
    int64_t width;             /* how many */
    dt_function function;      /* writes some of them to their places in `y`; NULL: there is none, */
    int64_t n_taken;           /* and all are among the others, which are taken out of the row: */
    const int64_t *from, *to;  /* [n_taken] column of the row, place among those picked */
    int64_t n_opposite;
    const int64_t *opposite;   /* [n_opposite] places where the opposite is wanted */
} dt_selection;

/* The same for some columns only: `picked` has as many rows, of the width of the selection. With a
 * function, those taken out of the row have to be among the short row's own. */
DT_API int dt_select(const dt_solver *solver, const dt_selection *selection,
                     const double *short_rows, int64_t n_rows, double *picked);

/* Hand over the Jacobian that was to come, and its pattern if that was to come too: what the model now
 * says of it. Returns DT_OK or DT_TOO_LARGE. */
DT_API int dt_set_jacobian(dt_solver *solver, const dt_model *model);

/* After DT_ANALYSE: the matrix to be ordered, by compressed columns; returns its order. */
DT_API int64_t dt_get_matrix(const dt_solver *solver, const int64_t **ptr, const int64_t **row,
                             const double **value);

/* Hand over the order asked for, see dt_sparse_order. If dt_advance is called again without (the
 * matrix being singular, say), the step is tried with half its size. */
DT_API int dt_set_pivots(dt_solver *solver, const int64_t *position, const int64_t *column);

/* Degree of the polynomials that describe the states within a step. */
#define DT_DEGREE 5

/* The step that the caller's integrator is to make, after DT_STEP. */
typedef struct dt_span {
    double start;
    double end;               /* the step may end earlier, but not later */
    int64_t fresh;            /* 1: there was an event since the last step, begin anew; if 0, the states
                                 may still have moved a little to keep what is locked at rest */
    const double *x;          /* [n_x] states at the start */
    const double *xdot;       /* [n_x + n_q] their derivatives, then those of the quadratures */
} dt_span;

DT_API void dt_get_span(const dt_solver *solver, dt_span *span);

/* Derivatives xdot[n_x + n_q] at a point, with the modes that are frozen now. Returns a dt_code. */
DT_API int dt_rates(dt_solver *solver, double t, const double *x, double *xdot);

/* Entries of the Jacobian of the states there, see dt_model; *jac is memory of the solver. To be
 * called only if the model has one. Returns a dt_code. */
DT_API int dt_rates_jacobian(dt_solver *solver, double t, const double *x, const double **jac);

/* Hand over a step that ends at `end` with states x_end[n_x]. Between start and end they are
 *   c0 + a (c1 + b (c2 + a (c3 + b (c4 + a c5)))),  a = (t - start) / (end - start),  b = 1 - a,
 * with the rows c0 to c5 of coefficients[(DT_DEGREE + 1) * n_x]. */
DT_API void dt_take_step(dt_solver *solver, double end, const double *x_end,
                         const double *coefficients);

/* The caller's integrator cannot go on. Returns DT_STEP where the run goes on with other modes, else the
 * dt_status that says why it fails. */
DT_API int dt_give_up(dt_solver *solver);

/* Values at the instant evaluated last, as a row; after a failure: where it happened. */
DT_API void dt_current(const dt_solver *solver, double *row);

/* Values at the end of the step that was tried last, or where the derivatives lead from the last point if
 * it had none. Returns a dt_code. */
DT_API int dt_tried(dt_solver *solver, double *row);

/* The same as dt_current, as a row of those that dt_advance writes. */
DT_API void dt_last(const dt_solver *solver, double *row);

/* After DT_NO_MODES: pattern i (0, 1, …) of modes in which all relations agree but one, which is returned; -1:
 * there is no such pattern. Writes its crossing function, and a row of the values there. */
DT_API int64_t dt_contradiction(dt_solver *solver, int64_t i, double *g, double *row);

/* Of the run so far. Probes change nothing in it. */
DT_API void dt_get_step_probe(const dt_solver *solver, dt_step_probe *found);

DT_API void dt_get_stats(const dt_solver *solver, dt_stats *stats);

/* The pointers in `failure` stay valid until the next call on the solver. */
DT_API void dt_get_failure(const dt_solver *solver, dt_failure *failure);

/* ------------------------------------------------------------ equations held against rows */

/* Rows that are looked at at once. */
#define DT_VERIFY_ROWS 16

/* Operations of an equation as it was written. Leaves come first: a value of a row, by its place, a
 * parameter, by its place, a constant, the time. */
enum dt_operation {
    DT_OP_VARIABLE = 0,
    DT_OP_CONST = 1,
    DT_OP_TIME = 2,
    DT_OP_PARAMETER = 3,
    DT_OP_ADD = 4,
    DT_OP_SUB = 5,
    DT_OP_MUL = 6,
    DT_OP_DIV = 7,
    DT_OP_NEG = 8,
    DT_OP_ABS = 9,
    DT_OP_WHERE = 10,
    DT_OP_AND = 11,
    DT_OP_OR = 12,
    DT_OP_NOT = 13,
    DT_OP_MIN = 14,
    DT_OP_MAX = 15,
    DT_OP_TABLE = 16, /* operands: argument, place of the table, derivative */
    DT_OP_GT = 17,
    DT_OP_GE = 18,
    DT_OP_LT = 19,
    DT_OP_LE = 20,
    DT_OP_EQ = 21,
    DT_OP_NE = 22,
    DT_OP_POW = 23,
    DT_OP_ATAN2 = 24,
    DT_OP_MOD = 25,
    DT_OP_SIN = 26,
    DT_OP_COS = 27,
    DT_OP_TAN = 28,
    DT_OP_ASIN = 29,
    DT_OP_ACOS = 30,
    DT_OP_ATAN = 31,
    DT_OP_SINH = 32,
    DT_OP_COSH = 33,
    DT_OP_TANH = 34,
    DT_OP_EXP = 35,
    DT_OP_LOG = 36,
    DT_OP_LOG10 = 37,
    DT_OP_SQRT = 38,
    DT_OP_SIGN = 39,
    DT_OP_FLOOR = 40,
    DT_OP_CEIL = 41
};

/* An equation of a class, and the instances of which it holds. */
typedef struct dt_equation {
    int64_t n_node;
    const int32_t *node;    /* [n_node][4] operation and up to three operands: earlier nodes, or a place */
    const double *constant; /* [n_node] value of the nodes that are constants */
    int64_t n_instance;
    int64_t n_place;
    const int32_t *place;   /* [n_instance][n_place] of a variable twice its column of a row, plus 1 for the
                               opposite, or -1 for zero; the number of a parameter or of a table */
    int64_t left, right;    /* nodes of the two sides */
    int64_t discrete;       /* 1: the sides are Booleans or whole numbers, which have to be equal */
    int64_t has_relations;  /* 1: something is compared in it */
} dt_equation;

/* What rows are held against. */
typedef struct dt_verification {
    int64_t n_equation;
    const dt_equation *equations;
    int64_t n_instance;          /* of all equations together */
    int64_t n_stored;
    const dt_equation *stored;   /* energies, each the left side */
    int64_t n_supplied;
    const int32_t *supplied;     /* columns of a row: energy supplied since the start, */
    int64_t n_dissipated;
    const int32_t *dissipated;   /* and dissipated */
    int64_t energy_jumps;        /* 1: events may take energy at once */
    int64_t most_nodes;          /* of any equation */
    double largest_gap;          /* between the sides of an equation, relative to its terms, that is rounding */
} dt_verification;

/* What was found. */
typedef struct dt_verdict {
    int64_t n_rows, rows[DT_VERIFY_ROWS];  /* which rows were looked at */
    int64_t n_looked;                      /* equations of instances that were looked at, */
    int64_t n_missed;                      /* and those that are missed in some row */
    int64_t equation, instance, row;       /* the worst of these, and where, -1 if there is none */
    double value, size, scaled;            /* left minus right side, sum of the terms, quotient of the two */
    double energy, imbalance;              /* largest energy, and largest difference of its balance, J, */
    int64_t unbalanced;                    /* and where that is */
} dt_verdict;

/* Pick up to `most` of the rows of a run, short or complete, in ascending order: the first and the last, both
 * sides of some events and the end of the spans that begin there, and some in between. Returns how many. */
DT_API int64_t dt_pick_rows(const double *rows, int64_t n_rows, int64_t width, int64_t most, int64_t *picked);

/* Pick up to `most_rows` of the complete rows of a run, and evaluate the equations of about `most_equations`
 * instances and all energies there; an equation of a single instance is always looked at. `work` has room for
 * (2 * DT_VERIFY_ROWS + 1) * most_nodes numbers. Relations whose sides differ by less than `noise`, relative to
 * their terms, may be either true or false. There is at least one row; no solver is involved. */
DT_API void dt_verify(const dt_verification *verification, double noise, int64_t most_equations, const double *rows,
                      int64_t n_rows, int64_t width, int64_t most_rows, const double *p, const double *tables,
                      const int64_t *table_offset, double *work, dt_verdict *verdict);

#ifdef __cplusplus
}
#endif

#endif
