/* Data of a solver and of its run. */
#ifndef DRIVETRAIN_KERNEL_STATE_SOLVER_H
#define DRIVETRAIN_KERNEL_STATE_SOLVER_H

#include "contact.h"
#include "discontinuities.h"
#include "events.h"
#include "methods.h"
#include "sensitivity.h"
#include "stepping.h"

/* Next action of the state machine. */
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

/* A row requested at one instant, see dt_step_to. */
struct requested {
    bool on;                  /* rows are requested one at a time */
    bool last;                /* the one at stop_time */
    double time;
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

    /* The point: everything that an event iteration changes, in contiguous memory. */
    double *point;
    int64_t point_size;
    double *point_backup;
    double *probed;           /* the last successfully probed point, */
    bool probed_known;        /* if there is one */
    size_t outputs_bytes;     /* size of the outputs of `full` from io.xdot on, except memory */
    double *x, *pre, *z, *rel, *sample;

    double time;
    double *memory_kept;      /* [n_memory] at the last accepted point */
    double *shares_before;    /* [n_memory] at the last one before an event */
    double *end_memory;       /* [n_memory] at the end of the current step */

    /* The step from time_start to time_end. */
    double *k[STAGES];
    double *x_stage, *x_new, *x_point;
    double *error;            /* [n] of the attempt, computed when the worst state is requested */
    double *dense[DT_DEGREE + 1];
    double time_start, time_end;
    double step;              /* proposed size, 0: to be chosen */
    double changed_modes;     /* when modes last changed because they could not continue; NaN: never */
    double usual_step;        /* as previously allowed by accuracy, 0: none yet */
    double longest_step;      /* upper limit until the next event */
    double *smooth_before;    /* [n_smooth] just before the event */
    double log_error_before;  /* of the last accepted step */
    struct rejected rejected;
    bool end_known;           /* the last evaluation was the full one at the end */
    bool derivative_ready, dense_ready, dense_fine, rejected_before, after_event;
    int failing_code;         /* dt_code of the last failed evaluation */

    /* What follows the step: an event (or the end) at time_stop_here. */
    double scheduled;         /* next time event or stop_time */
    double scheduled_own;     /* next instant of a time relation or clock */
    bool scheduled_event;     /* an event, not only stop_time */
    bool event_due, crossing_due, violated;
    bool on_schedule;         /* the last event was scheduled */
    double time_due;
    double time_violated;     /* first instant at which an assertion is violated, if any */
    int64_t grid_index, grid_count;
    struct requested requested;
    int64_t steps_before; /* steps attempted up to the last event or grid point */
    int64_t *clock_index;     /* [n_sample] next tick */

    struct zeno zeno;
    struct foreign foreign;
    struct cycle cycle;
    dt_change *cycle_log;     /* [DT_CYCLE_LOG] */
    struct mode_search mode_search;
    struct locks locks;
    struct impulses impulses;
    struct crossing crossing;
    struct load_reversal load_reversal;
    struct contact contact;
    struct second_motion second_motion;
    struct branches branches;
    struct panels panels;
    struct oscillation oscillation;
    struct stiff stiff;
    struct method_choice method_choice;
    struct external external;
    struct tiles tiles;
    struct attempt_result attempt_result;
    struct step_probe step_probe;
    struct history history;
    struct sensitivity *sensitivity; /* NULL: none */
    bool use_stiff;           /* the next step uses the Rosenbrock method */
    bool stiff_step;          /* the last one did */
    void *arena;
};

/* Is this lock locked now? */
static inline bool dt_is_locked(const dt_solver *s, int64_t hold)
{
    return s->z[s->model.lock_locked[hold]] != 0.0;
}

/* Is its speed itself a state? */
static inline bool dt_speed_is_state(const dt_solver *s, int64_t hold)
{
    return s->model.lock_speed[hold] < s->model.n_x;
}

/* The value of relation k, given its crossing function g. */
static inline bool dt_relation_value(const dt_solver *s, int64_t k, double g)
{
    return (g > 0.0) | ((g == 0.0) & !s->model.strict[k]);
}

/* Tolerance of a state of this magnitude: relative up to the limit, with an allowance for its last bits. */
DT_INLINE double dt_tolerance(double atol, double rtol, double limit, double size)
{
    double counted = size < limit ? size : limit;
    return atol + rtol * counted + LAST_BITS * size;
}

#endif
