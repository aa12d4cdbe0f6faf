/* What the files of the kernel share; nothing here is exported. */
#ifndef DRIVETRAIN_KERNEL_INTERNAL_H
#define DRIVETRAIN_KERNEL_INTERNAL_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../drivetrain_kernel.h"

/* Long loops are compiled for several processors, and the library takes the one at hand when it is
 * loaded. Nothing is contracted or reordered, so all of them give the same numbers. */
#if defined(__GNUC__) && defined(__x86_64__) && defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
#define DT_CLONES __attribute__((target_clones("default", "avx2", "avx512f")))
#else
#define DT_CLONES
#endif
#if defined(__GNUC__)
#define DT_INLINE static inline __attribute__((always_inline))
#else
#define DT_INLINE static inline
#endif

#define STAGES 8 /* of the explicit pair */
#define LANES 8 /* partial sums and norms, so that they come out the same with vectors of any length */
#define LOG_SMALL_ERROR (-9.210340371976182) /* of 1e-4 of the tolerance, or nothing known */
#define LAST_BITS 2.3e-15 /* ten of them, relative to a state: what its rounding needs */
/* Points of the first step after an event at which crossings are looked for; later steps use the
 * last two (the middle and the end). */
#define CHECKPOINTS 4

#define CONTRADICTIONS 6 /* patterns of modes that are told where none agree */

/* What the next call of the state machine in solver.c has to do. */
enum phase {
    PHASE_NOT_READY,
    PHASE_FIRST_ROW,
    PHASE_STEP,
    PHASE_OUTPUT,
    PHASE_LEFT_ROW,
    PHASE_EVENT,
    PHASE_RIGHT_ROW,
    PHASE_FINISHED,
    PHASE_FAILED
};

/* Relations that are being made consistent, see mixed.c. */
struct mixed {
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

/* Passes of the event at hand that may repeat, see cycle.c. */
struct cycle {
    uint64_t reference;       /* what a pass started from, */
    int64_t reference_pass;   /* this one; 0: none yet */
    int64_t period;           /* passes until that came back; 0: it has not */
    int64_t end;              /* last pass to be written down */
};

/* When a relation took one of its values last, see accumulation.c. */
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

/* What elements pass on that lock or hit each other, see impulses.c. */
struct impulses {
    uint8_t *spent;           /* [n_impact] it has happened, and the sides still meet */
    uint8_t *pending;         /* [n_impact] impacts of the event at hand, */
    double *restitution;      /* [n_impact] and what is left of their speed */
    uint8_t *closing;         /* [n_hold] it has locked while its sides moved */
    uint8_t *role;            /* [n_hold] how it is concerned, */
    uint8_t *active;          /* [n_hold] whether it takes part, */
    double *before, *after;   /* [n_hold] its speed, */
    double *target;           /* [n_hold] that which it has to have, */
    double *way;              /* [n_hold] and the way in which it may go on faster; 0: in none */
    double *z;                /* [n_z] on trial, */
    double *pre;              /* [n_z] with elements at rest sliding as they are moved */
    double *branch;           /* [n_kink] none */
    double *base, *change, *later; /* [n] derivatives and changes */
    double *x;                /* [n] */
    int64_t rounds;           /* impulses of the event at hand */
};

/* What is asked of a contact whose load is prescribed: acceleration, limits at rest, loads where sliding begins. */
#define DT_ANSWERS 5
/* A limit that is never reached. */
#define DT_UNLIMITED 1e99
/* Part of a load and its limit that counts as zero; a load that has just passed its limit exceeds it by this. */
#define DT_LOAD_NOISE 1e-11
#define DT_PASSED 1e-6

/* Contacts at rest that need each other, see pivot.c. */
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

/* Elements whose loads have limits, see contact.c. */
struct contact {
    int64_t *of_relation;     /* [n_rel] contact that decides it, -1: none */
    double *before;           /* [n_all_rel] relations before they are settled */
    uint8_t *was_at_rest;     /* [n_contact] before the event at hand, */
    uint8_t *closed;          /* [n_contact] its slip has just vanished, */
    int8_t *passed;           /* [n_contact] its load has just passed the upper (1) or lower (-1) limit; twice that:
                               * it has to let go though it has not */
    bool forced;              /* contacts that have crossed have to let go, see ahead.c */
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

/* Events that follow each other ever faster. */
struct accumulation {
    struct crowd crowd[2];    /* within an instant; within a time in which the run gets nowhere */
    double *reach;            /* [n_rel] largest |g| since the relation changed, */
    double *reach_before;     /* [n_rel] and between its last two changes */
    double *range;            /* [n_rel] largest excursion of the run */
    struct idle *idle;        /* [n_rel] */
    int64_t *lost;            /* [n_rel] changes in a row with nothing but noise between them */
    struct turn *turn;        /* [2 n_rel] of each relation: when it became false, and true */
    int64_t vanishing;        /* relation whose next excursion will be lost in noise, -1 */
};

/* Corrections that keep locked elements at rest, see hold.c. */
struct hold {
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
    uint8_t *was_locked;      /* [n_hold] when the last event was over */
    bool known;               /* the basis belongs to `locked` */
    bool constant;            /* slopes stay the same during a run, */
    bool differentiated;      /* and are known */
    bool drifting;            /* rounding has moved a locked speed within the last step */
    int64_t n_direct;         /* states that are locked speeds, */
    int64_t n_resting;        /* and behind them those that cannot but rest: their derivative is 0 */
    int64_t *resting;         /* [n_hold] */
    int64_t *resting_before;  /* [n_hold] as of the event before */
    int64_t *column_ptr;      /* [n_columns + 1] elements of the Jacobian of the speeds by columns: */
    int64_t *element_row;     /* [n_elements] row, */
    int64_t *element;         /* [n_elements] and place in hold_state */
    double *slope;            /* [n_elements] in the order of hold_state */
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

/* Where shares turn round, see turning.c. */
struct turning {
    bool on;                  /* elements hold together that may be at their limits */
    bool near;                /* at the start of the step, one of them may be near its limit */
    bool due;                 /* the step ends at a turning point: */
    double time;              /* this one */
    double *shares, *now;     /* [n_memory] at the part of the step before, and at this one */
    double *direction, *since; /* [n_memory] how they changed last, and from when on */
    double *x;                /* [n] where it looks */
};

/* Crossings within the step at hand, see crossing.c. */
struct crossing {
    uint8_t *candidate;       /* [n_rel] seen on the new side within this step */
    uint8_t *clear_start;     /* [n_rel] clearly on the old side at the start of the step, */
    bool start_known;         /* if this is set */
    uint8_t *dormant;         /* [n_rel] crosses within this step, without influence */
    double *loose;            /* [n_rel] 1: the relation is true at 0 too */
    bool dip_ahead;           /* one comes just behind the end of the step, */
    bool dip_expected;        /* or was said to come just behind its start */
    bool any_dormant;
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

/* Where derivatives bend, see kink.c. */
struct kink {
    double *branch;           /* [n_kink] io.branch of the step */
    double *start, *end;      /* [n_kink] values of the functions at both ends of the step, or the branch there */
    double *left, *right, *look; /* [n_kink] values in between */
    double *seen;             /* [n_kink] earliest time when it was seen to be passed, see kink.c */
    double beyond;            /* size of the step after one that ends at a kink, 0: it does not */
    int64_t near;             /* so many steps have ended soon at a kink, one after the other */
    bool lasted;              /* the last one ended at a kink of a delayed expression */
    bool free;                /* this one may change branches */
    bool changed;             /* it was seen on other branches than at its start */
    bool cut;                 /* the step before it has ended at a kink */
};

/* Nodes within a piece of a step, and how often such a piece may be divided. */
#define PIECES_NODES 5
#define PIECES_DEPTH 9
/* Pieces that a step may have. */
#define PIECES_MOST 82

/* Quadratures over pieces of a step, see pieces.c. */
struct pieces {
    double *xdot;             /* [n] */
    double *first, *middle, *last; /* [n_q] rates at the start, in the middle and where the step counts to */
    double *end;              /* [PIECES_MOST] where pieces end, from the start on, */
    double *rate;             /* [((PIECES_NODES + 1) * PIECES_MOST + 1) * n_q] rates at their nodes */
    double *sum;              /* [(PIECES_MOST + 1) * n_q] and integrals from the start to that of each */
    double *size;             /* [n_q] what they have come to, or a piece adds if that is more */
    double largest;           /* of these */
    double *inner;            /* [PIECES_DEPTH * PIECES_NODES * n_q] rates within pieces in work */
    double enough;            /* part of that size to which two rules have to agree */
    int64_t count, planned;   /* pieces so far, and with those begun */
    bool known;               /* quadratures within the step at hand follow from them */
};

/* Waves whose angles move freely, see pace.c. */
struct pace {
    double *start, *end;      /* [n_phase] angles at both ends of the step, then arguments of tables, */
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

/* shift I - J, see matrix.c. */
struct matrix {
    int64_t n;
    bool dense;
    double *value;            /* dense: row-major, then its factors; sparse: entries */
    int64_t *pivot;           /* dense */
    int64_t *ptr, *row;       /* sparse: pattern */
    int64_t *from;            /* [n_jac] where an entry of the Jacobian is found in it */
    int64_t *diagonal;        /* [n] where the diagonal is */
    dt_sparse *factors;
};

/* What the Rosenbrock method needs, see rodas.c; empty without a Jacobian. */
struct stiff {
    struct matrix matrix;
    double *u[8];             /* [n_x] stages */
    double *jac, *dfdt;
    double *handed;           /* `jac` if its pattern was still to come */
    double *direction, *image; /* [n] of the power iteration in stiffness.c */
    bool jacobian_ready;      /* at the present point */
    bool factored;            /* the matrix of the last attempt */
    bool waiting;             /* an order of pivots was asked for */
};

/* Evidence for and against stiffness, see stiffness.c. */
struct choice {
    bool free;
    bool looked;              /* `radius` is known */
    double evidence, patience;
    double explicit_progress; /* time per attempt that the explicit method makes or could make */
    double time;              /* covered since attempts were counted from `attempts` on, */
    double window, window_time; /* in the last window of a trial, and up to its end */
    int64_t attempts;
    int64_t events;           /* since then */
    double radius;            /* spectral radius of the Jacobian when it was looked at last */
    int64_t age;              /* explicit steps since then */
    int64_t steps;            /* of the stiff method since it was judged last */
    int64_t calm;             /* the last ones of them that the explicit method could have made */
};

/* What the end of an attempt of the explicit method tells, see bs5.c. */
struct outcome {
    bool known;               /* it is that of the attempt at hand */
    bool finite;              /* all new states are */
    double error;             /* norm of the estimated errors */
    double over[LANES], under[LANES]; /* squares of the distances of the last two stages, lane by lane:
                                 of the derivatives, and of the states */
};

/* The last attempt with too large an error, see step.c. */
struct refused {
    double time, step, error;
};

/* The explicit method strip by strip, see bs5.c. */
struct strips {
    double *passed;           /* [STAGES * n_passed] what stages keep from strip to strip */
    uint8_t *alike;           /* [ranges] of states with the same tolerances; of all, without strips */
};

/* Steps held against their rates, see step_probe.c. A quantity is a state, a quadrature or a pair. */
struct step_probe {
    bool on;                  /* steps are probed */
    int64_t next, next_whole; /* the next ones by their numbers: of all, of those with pairs */
    bool whole;               /* at the one at hand everything is evaluated, not only rates */
    int64_t events, kinks;    /* probes so far of steps behind these */
    int64_t looks;            /* evaluations so far */
    bool behind_kink;         /* the last step has ended at a kink */
    dt_io io;                 /* of looks, with places of its own */
    double *x;                /* [n] where it looks */
    double *change, *integral; /* [n_quantities] over the step, of each quantity and of its rate */
    double *size, *largest;   /* [n_quantities] largest value, and rate */
    double *allowed, *moved;  /* [n_quantities] what may be missed: by tolerance, and by what that makes of rates */
    double *doubt;            /* [n_quantities] by how much two integrals differ */
    double *before;           /* [n_quantities] rates or integrals before */
    double *value;            /* [n_pair] */
    dt_step_probe found;
};

/* Steps made elsewhere, see external.c. */
struct external {
    bool on;
    bool fresh;               /* there was an event, or a step of another kind, since the last one */
    bool taken;               /* one has been handed over */
    int64_t undefined;        /* state whose derivative was undefined since then, -1: none */
    int code;                 /* dt_code of an evaluation that has failed since then, */
    int64_t block;            /* and its block */
};

struct history_break {
    double time;
    int64_t piece;            /* the first one after it */
    int level;                /* 0: a jump; else a kink that has been delayed level - 1 times */
    bool own;                 /* not only the arrival of an earlier one */
};

/* Past values of delayed expressions, see delay.c. Pieces and breaks are numbered from the start of
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

struct dt_solver {
    dt_model model;
    dt_settings settings;
    dt_io io;
    dt_stats stats;
    dt_failure failure;
    int64_t *failed_relations;
    enum phase phase;

    int64_t n;                /* n_x + n_q */
    int64_t n_all_rel;        /* n_rel + n_time_rel */

    /* The point: everything an event iteration changes, in one piece of memory. */
    double *point;
    int64_t point_size;
    double *point_backup;
    double *probed;           /* the point of the last probe that has succeeded, */
    bool probed_known;        /* if there was one */
    size_t outputs_bytes;     /* size of what `full` writes from io.xdot on, memory excepted */
    double *x, *pre, *z, *rel, *sample;

    double time;
    double *memory_kept;      /* [n_memory] at the last accepted point */
    double *shares_before;    /* [n_memory] at the last one before an event */
    double *end_memory;       /* [n_memory] at the end of the step at hand */

    /* The step from time_start to time_end. */
    double *k[STAGES];
    double *x_stage, *x_new, *x_point;
    double *error;            /* [n] of the attempt, where somebody asked for the worst state */
    double *dense[DT_DEGREE + 1];
    double time_start, time_end;
    double step;              /* proposed, 0: to be chosen */
    double changed_modes;     /* when modes changed last because they could not go on; NaN: never */
    double usual_step;        /* that accuracy allowed before, 0: none yet */
    double longest_step;      /* until the next event */
    double *smooth_before;    /* [n_smooth] just before the event */
    double log_error_before;  /* of the last accepted step */
    struct refused refused;
    bool end_known;           /* the last evaluation was that of everything at the end */
    bool derivative_ready, dense_ready, dense_fine, rejected_before, after_event;
    int failing_code;         /* dt_code of the last failed evaluation */

    /* What is due after the step: an event (or the end) at time_stop_here. */
    double scheduled;         /* next time event or stop_time */
    double scheduled_own;     /* next instant of a time relation or clock */
    bool scheduled_event;     /* an event, not only stop_time */
    bool event_due, crossing_due, violated;
    bool on_schedule;         /* the last event was scheduled */
    double time_due;
    double time_violated;     /* when an assertion is violated first, if one is */
    int64_t grid_index, grid_count;
    int64_t steps_before; /* steps tried up to the last event or grid point */
    int64_t *clock_index;     /* [n_sample] next tick */

    struct accumulation accumulation;
    struct cycle cycle;
    dt_change *cycle_log;     /* [DT_CYCLE_LOG] */
    struct mixed mixed;
    struct hold hold;
    struct impulses impulses;
    struct crossing crossing;
    struct turning turning;
    struct contact contact;
    struct second_motion second_motion;
    struct kink kink;
    struct pieces pieces;
    struct pace pace;
    struct stiff stiff;
    struct choice choice;
    struct external external;
    struct strips strips;
    struct outcome outcome;
    struct step_probe step_probe;
    struct history history;
    bool use_stiff;           /* the next step is made by the Rosenbrock method */
    bool stiff_step;          /* the last one was */
    void *arena;
};

/* evaluate.c */
int dt_evaluate_ode(dt_solver *s, double time, const double *x, double *xdot);
int dt_evaluate_start(dt_solver *s, double *xdot);
int dt_evaluate_full(dt_solver *s, double time, const double *x);
int64_t dt_length_of_rows(const dt_model *model, const dt_settings *settings);

int dt_evaluate_into(dt_solver *s, dt_io *io, double time, const double *x);
int dt_evaluate_rates(dt_solver *s, double time, const double *x, double *xdot);
int dt_evaluate_again(dt_solver *s, double time, const double *x, double *xdot);
int dt_evaluate_end(dt_solver *s);
int dt_evaluate_last_stage(dt_solver *s, double *xdot);
int dt_evaluate_jacobian(dt_solver *s, double time, const double *x);
void dt_keep_memory(dt_solver *s);
void dt_note_end_memory(dt_solver *s);
void dt_keep_end_shares(dt_solver *s);
void dt_keep_shares(dt_solver *s);
void dt_take_back_shares(dt_solver *s);
void dt_restore_memory(dt_solver *s);
void dt_write_row(const dt_solver *s, int flag, double *row);
void dt_write_short_row(const dt_solver *s, double time, int flag, const double *x, double *row);
void dt_record(const dt_solver *s, int flag, double *row);
double dt_value(const dt_solver *s, int64_t index);
double dt_value_in(const dt_solver *s, const dt_io *io, int64_t index);
int64_t dt_first_violated(const dt_solver *s);
int dt_check_asserts(dt_solver *s);
int dt_fail(dt_solver *s, int status);
int dt_fail_block(dt_solver *s, int code);

/* violation.c */
double dt_find_violation(dt_solver *s, double good, double bad);
bool dt_violated_before_event(dt_solver *s);

/* ahead.c */
int dt_evaluate_elsewhere(dt_solver *s);
bool dt_look_ahead(dt_solver *s, double least, double most);

/* block.c */
bool dt_blocks_create(dt_solver *s);
void dt_blocks_destroy(dt_solver *s);

/* nearest.c */
struct nearest {
    int64_t count;            /* loads that have limits, */
    const double *low, *high; /* [count] these, */
    int8_t *kept;             /* [count] and at which one they are kept: 1 the upper one, -1 the lower one */
    double *load;             /* [count] of the last solution, */
    double *strain;           /* [count] and how far beyond its limit a load that is kept would go */
    double size;              /* of what is added up there: the largest one */
    int8_t *kept_before;      /* [count] */
    double *strain_before;    /* [count] */
    /* Find the nearest loads where some are kept, and one is pushed: what it was before counts as so much more;
     * -1: none is. Returns a dt_code; DT_SINGULAR if the equations contradict what is kept. */
    int (*solve)(struct nearest *w, int64_t pushed, double push);
    void *system;
};
int dt_find_nearest(struct nearest *w);

/* linear.c, least.c */
double dt_scale_of(double size);
int dt_lu_solve(int64_t n, double *A, double *b);
int64_t dt_rank(int64_t n, double *A, const double *size);
#define DT_LEAST_KEPT(n) (2 + 5 * (n) * (n) + 6 * (n))
void dt_least_recall(int64_t n, const double *size, uint64_t shared, double *kept);
/* Sums of unknowns that stay between two bounds: these and n coefficients for each. */
struct limits {
    int64_t count;
    const double *rows;
};
int dt_least_change(int64_t n, double *A, double *b, const double *size, const double *previous,
                    uint64_t shared, double *kept, const struct limits *limits);
#define DT_ALL_SHARED UINT64_MAX
#define DT_RANK_TOLERANCE 1e-13
/* A pivot smaller than this, compared with the terms of its column, may be rounding noise: rows that
 * nearly depend on each other enlarge the noise of those after them. */
#define DT_DOUBTFUL 1e-6
/* Contradictions below these, relative and absolute in equilibrated rows, are rounding. */
#define DT_CONSISTENCY 1e-9
#define DT_CONSISTENCY_FLOOR 1e-12

/* bs5.c, rodas.c: two methods with the same interface */
int dt_bs5_stages(dt_solver *s, double t, double h);
void dt_exchange_stages(dt_solver *s);
void dt_gather_point(dt_solver *s);
void dt_strips_prepare(dt_solver *s);
void dt_bs5_error(const dt_solver *s, double h, double *error);
void dt_bs5_dense(dt_solver *s);
int dt_bs5_refine(dt_solver *s);
int dt_rodas_stages(dt_solver *s, double t, double h);
const double *dt_rodas_error(const dt_solver *s);
void dt_rodas_dense(dt_solver *s);

/* quadrature.c */
int dt_complete_step(dt_solver *s, double h);

/* pieces.c */
void dt_integrate_pieces(dt_solver *s);
void dt_interpolate_pieces(const dt_solver *s, double t, double *x);

/* step_probe.c */
bool dt_may_probe_steps(const dt_solver *s);
void dt_step_probe_start(dt_solver *s);
void dt_probe_step(dt_solver *s);

/* external.c */
int dt_external_step(dt_solver *s);

/* matrix.c */
bool dt_matrix_create(struct matrix *m, const dt_model *model);
void dt_matrix_destroy(struct matrix *m);
int dt_matrix_factor(struct matrix *m, const dt_model *model, const double *jac, double shift);
void dt_matrix_solve(struct matrix *m, double *b);

/* stiffness.c */
void dt_choice_start(dt_solver *s);
void dt_choice_event(dt_solver *s);
void dt_choose_method(dt_solver *s, double h, double error, bool held_back);

/* dense.c */
#define DT_TOGETHER 16
void dt_interpolate(dt_solver *s, double t, double *x);
void dt_interpolate_many(dt_solver *s, int64_t count, const double *t, double *x, int64_t stride);

/* step.c */
int dt_try_step(dt_solver *s, bool *accepted);
double dt_tolerance_norm(const dt_solver *s, const double *v, const double *y);
bool dt_change_modes(dt_solver *s);
int dt_fail_slow(dt_solver *s);
int dt_fail_step(dt_solver *s, int status, int64_t state);
bool dt_all_finite(int64_t n, const double *v);
int64_t dt_first_undefined(const dt_solver *s);
int dt_check_defined(dt_solver *s);
int dt_check_whole(dt_solver *s);
int dt_check_held(dt_solver *s);
void dt_keep_smooth(dt_solver *s);
int dt_check_smooth(dt_solver *s);
double dt_state_tolerance(const dt_solver *s, int64_t i, double size);
int64_t dt_worst_state(dt_solver *s);
double dt_choose_end(const dt_solver *s, double wanted);

/* crossing.c */
int dt_find_crossing(dt_solver *s, bool *found);
void dt_mark_step_start(dt_solver *s, const double *g);
bool dt_crossed(dt_solver *s, int64_t k, double g);
int dt_evaluate_within(dt_solver *s, double t, dt_io **io);

/* advance.c */
double dt_clock(void);

/* turning.c */
void dt_watch_turning(dt_solver *s);
void dt_find_turning(dt_solver *s);
void dt_pass_turning(dt_solver *s);

/* kink.c */
void dt_mark_kinks(dt_solver *s, const double *value);
void dt_keep_branches(dt_solver *s);
void dt_count_near(dt_solver *s, double h);
bool dt_leaves_branch(const dt_solver *s);
void dt_note_kink(dt_solver *s, double t, const double *value);
void dt_note_end(dt_solver *s);
void dt_watch_branches(dt_solver *s);
void dt_forget_kinks(dt_solver *s);
bool dt_leave_kinks(dt_solver *s, double h);
bool dt_left_branch(const dt_solver *s);
bool dt_left_lasting(const dt_solver *s);
void dt_free_branches(dt_solver *s);
int dt_find_kink(dt_solver *s, double *part);
bool dt_crowded_kinks(const dt_solver *s, double part);
void dt_note_branches(dt_solver *s);
bool dt_changes_branches(const dt_solver *s);

/* tables.c */
double dt_table_next(const double *table, double u, bool up);
double dt_table_range(const double *table, int64_t derivative);

/* knot.c */
void dt_prepare_knots(dt_solver *s);
double dt_judge_knots(dt_solver *s, double h);
double dt_foresee_knots(dt_solver *s, double h);
void dt_forget_knots(dt_solver *s);

/* pace.c */
void dt_mark_phases(dt_solver *s, const double *phase);
void dt_forget_pace(dt_solver *s);
void dt_begin_phases(dt_solver *s);
void dt_watch_phases(dt_solver *s, const double *phase);
void dt_watch_last_phases(dt_solver *s, bool left_branch);
double dt_judge_phases(dt_solver *s, double h, double shortest);
bool dt_endless(dt_solver *s, double h);
int dt_set_pace(dt_solver *s);

/* dormant.c */
void dt_sort_out_dormant(dt_solver *s, dt_io *io, const double *g);
void dt_flip_dormant(dt_solver *s);

/* mixed.c */
void dt_measure_noise(dt_solver *s, const double *g, const double *unknowns);
double dt_noise(dt_solver *s, int64_t k);
void dt_reset_noise(dt_solver *s);
bool dt_raise_noise(dt_solver *s);
int dt_settle_relations(dt_solver *s);
int dt_settle_contacts(dt_solver *s, int (*settle)(dt_solver *));
bool dt_contacts_prepare(dt_solver *s);
void dt_contacts_destroy(dt_solver *s);
void dt_note_at_rest(dt_solver *s);
void dt_begin_contacts(dt_solver *s);
void dt_forget_contacts(dt_solver *s);
bool dt_hold_together(dt_solver *s);
bool dt_any_near_limit(const dt_solver *s, const dt_io *io, double part);
bool dt_is_decided(const dt_solver *s, int64_t k);
bool dt_touches(const dt_solver *s, int64_t k);
bool dt_slides(const dt_solver *s, int64_t contact);
bool dt_contacts_agree(dt_solver *s);
bool dt_limits_follow(int64_t m, const double *slope);
bool dt_decide(struct decision *d);
bool dt_doubtful(dt_solver *s, int64_t k);
bool dt_rests(dt_solver *s, int64_t k, const double *g);
bool dt_consistent(dt_solver *s);
bool dt_system_consistent(dt_solver *s, int64_t system);

/* second_motion.c */
bool dt_second_motion_prepare(dt_solver *s);
void dt_second_motion_destroy(dt_solver *s);
int dt_refuse_second_motion(dt_solver *s);

/* contradiction.c */
void dt_note_contradiction(dt_solver *s, int64_t k);
void dt_forget_contradictions(dt_solver *s);

/* events.c */
int dt_start_event(dt_solver *s, double t, const double *x, const double *pre, bool probing);
int dt_handle_event(dt_solver *s);
void dt_clear_failure(dt_solver *s);

/* cycle.c */
bool dt_watch_cycle(dt_solver *s, int64_t pass);

/* accumulation.c */
void dt_accumulation_start(dt_solver *s);
void dt_note_reach(dt_solver *s, const double *g);
bool dt_follows_at_once(const dt_solver *s);
int dt_watch_accumulation(dt_solver *s);
int dt_judge_accumulation(dt_solver *s, bool jumped);

/* delay.c */
void dt_history_prepare(dt_solver *s);
void dt_history_destroy(dt_solver *s);
int64_t dt_history_nodes(void);
void dt_history_clear(dt_solver *s, bool probing);
bool dt_history_agrees(dt_solver *s, int64_t round);
int dt_history_begin(dt_solver *s);
int dt_record_history(dt_solver *s, double end);
int dt_history_kink(dt_solver *s);
double dt_history_limit(const dt_solver *s);
bool dt_history_overrun(dt_solver *s);
double dt_next_arrival(const dt_solver *s);
void dt_pass_arrivals(dt_solver *s);
int dt_history_event(dt_solver *s, bool own);
bool dt_history_room(const dt_solver *s);
bool dt_history_grow(dt_solver *s);

/* motions.c */
bool dt_motions_prepare(dt_solver *s);
void dt_read_speeds(dt_solver *s);
double dt_speed_rounding(const dt_solver *s);
int dt_differentiate_speeds(dt_solver *s);

/* basis.c */
void dt_orthogonalise(dt_solver *s);
void dt_rest_columns(dt_solver *s);
void dt_correct_states(dt_solver *s, double *x);

/* impulses.c */
void dt_note_impacts(dt_solver *s);
void dt_forget_impacts(dt_solver *s);
int dt_refuse_impacts(dt_solver *s);
int dt_apply_impulses(dt_solver *s, bool *struck);

/* closing.c */
int dt_check_closing(dt_solver *s);
int dt_find_closing(dt_solver *s, uint8_t *closing);
double dt_speed_noise(const dt_solver *s);
void dt_note_locked(dt_solver *s);
void dt_forget_locked(dt_solver *s);

/* hold.c */
int dt_know_speeds(dt_solver *s);
int dt_apply_holds(dt_solver *s, bool *noticed);
int dt_take_back_holds(dt_solver *s);
void dt_watch_drift(dt_solver *s);
void dt_undo_drift(dt_solver *s);
bool dt_hold_point(dt_solver *s, double *x);

/* schedule.c */
void dt_schedule_start(dt_solver *s, double t);
void dt_schedule_next(dt_solver *s);
bool dt_raise_clocks(dt_solver *s);
bool dt_grid_due(const dt_solver *s, double *t);
double dt_ulp(double t);
double dt_just_before(double t);

/* Is an element that may lock locked now? */
static inline bool dt_is_locked(const dt_solver *s, int64_t hold)
{
    return s->z[s->model.hold_locked[hold]] != 0.0;
}

/* Is the speed that is zero then itself a state? */
static inline bool dt_speed_is_state(const dt_solver *s, int64_t hold)
{
    return s->model.hold_speed[hold] < s->model.n_x;
}

/* The value of relation k where its crossing function is g. */
static inline bool dt_relation_value(const dt_solver *s, int64_t k, double g)
{
    return (g > 0.0) | ((g == 0.0) & !s->model.strict[k]);
}

/* Tolerance of a state of this size: relative up to the limit, with room for its last bits. */
DT_INLINE double dt_tolerance(double atol, double rtol, double limit, double size)
{
    double counted = size < limit ? size : limit;
    return atol + rtol * counted + LAST_BITS * size;
}

/* Equal, or both not a number. */
static inline bool dt_same(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

static inline int64_t dt_max(int64_t a, int64_t b) { return a > b ? a : b; }

#endif
