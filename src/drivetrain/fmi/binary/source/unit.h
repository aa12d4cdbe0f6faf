/* An instance of a unit: what both versions of FMI have in common. */
#ifndef DRIVETRAIN_UNIT_H
#define DRIVETRAIN_UNIT_H

#include <stdbool.h>
#include <stddef.h>

#include "dt_fmu.h"
#include "dt_solver.h"

/* Outcome of a call; the numbers are those of both versions. */
enum unit_status { UNIT_OK = 0, UNIT_WARNING = 1, UNIT_DISCARD = 2, UNIT_ERROR = 3, UNIT_FATAL = 4 };

/* Where an instance is in its life; one bit each, so that a call can tell in which it is allowed. */
enum unit_phase {
    UNIT_INSTANTIATED = 1,
    UNIT_INITIALISING = 2,
    UNIT_STEPPING = 4,    /* co-simulation: between steps */
    UNIT_EVENT = 8,       /* event mode */
    UNIT_CONTINUOUS = 16, /* model exchange: continuous-time mode */
    UNIT_TERMINATED = 32,
    UNIT_FAILED = 64,     /* a step or the start has failed */
    UNIT_INTERMEDIATE = 128 /* co-simulation: the environment looks at a point within a step */
};

#define UNIT_STARTED (UNIT_STEPPING | UNIT_EVENT | UNIT_CONTINUOUS)
#define UNIT_ALIVE (UNIT_INITIALISING | UNIT_STARTED | UNIT_TERMINATED | UNIT_FAILED)

/* Categories of messages. */
enum unit_category {
    UNIT_LOG_ERRORS,
    UNIT_LOG_WARNINGS,
    UNIT_LOG_DISCARD,
    UNIT_LOG_EVENTS,
    UNIT_LOG_START,
    UNIT_LOG_STEPS,
    UNIT_CATEGORIES
};

#define UNIT_MESSAGE 2048

/* Rows for which there is room in a call of the kernel: the two sides of an event, and more. */
#define UNIT_ROWS 4

typedef struct unit unit;

/* Hands a message over to the environment. */
typedef void (*unit_logger)(const unit *u, enum unit_status status, const char *category, const char *message);

/* Lets the environment look at the end of a step of the solver; true: it asks to return early, at *until. */
typedef bool (*unit_looker)(const unit *u, double time, double *until);

struct unit {
    const dt_fmu_model *m;
    const dt_model *model;
    char *name;

    void *environment;
    unit_logger log;
    void (*callback)(void);                /* of the environment, to be cast by `log` */
    unit_looker look;                      /* FMI 3: intermediate update; or NULL */
    void (*look_callback)(void);           /* to be cast by `look` */
    void *(*allocate)(size_t count, size_t size);
    void (*release)(void *memory);
    bool logs[UNIT_CATEGORIES];

    enum unit_phase phase;
    bool exchange;            /* model exchange */
    bool stops_at_events;     /* FMI 3: a step returns before an event */
    bool returns_early;       /* FMI 3: it may return where the environment asks for it */
    bool started;             /* the start is solved for the present values */
    bool tuned;               /* parameters differ from those of the model */
    bool moved;               /* start values differ from those of the model */
    bool changed;             /* inputs or parameters are to be handed over at an event */
    bool event_due;           /* the row is the left limit of an event */
    bool touched;             /* model exchange: what changes at events only was set */
    bool stale;               /* model exchange: of the row, only the states are those of the present point */
    bool ended;               /* the model has ended the run */
    bool stop_given;
    double tolerance, start_time, stop_time;

    dt_solver *solver;
    dt_settings settings;
    double time;              /* of the row */
    double *row;              /* [time, flag, x, q, z, y] now */
    double *rates;            /* [n_x + n_q] */
    double *truth;            /* [n_rel + n_time_rel] frozen relations */
    double *rows;             /* [UNIT_ROWS][row length] */
    double *parameters;       /* [n_parameters] */
    double *x0, *z0;          /* [n_x], [n_z] start */
    double *condition;        /* [n_conditions] values */
    double *nominal;          /* [n_x] sizes of the states */
    double *atol, *rtol;      /* [n_x] */
    double *first, *interval; /* [n_sample] ticks */
    double *delay;            /* [n_delay] */
    double *guesses;          /* [n_memory] */
    double *arena;            /* holds all of these arrays */

    char message[UNIT_MESSAGE]; /* being written */
    size_t length;
};

/* ------------------------------------------------------------------------ unit.c */

/* An instance of the model with its own values; NULL if memory is short or the token is another one. Messages
 * go to `log`. */
unit *unit_create(const unit *like, const char *name, const char *token);

void unit_free(unit *u);

/* Everything as after unit_create, but for messages. */
void unit_reset(unit *u);

int64_t unit_row_length(const unit *u);

/* Numbers in all arrays of an instance. */
size_t unit_array_size(const unit *u);

/* ------------------------------------------------------------------------ messages.c */

/* Write a message piece by piece, with numbers in one notation everywhere. */
void unit_begin(unit *u);
void unit_text(unit *u, const char *text);
void unit_number(unit *u, double value);

/* Text `number` of the model. */
const char *unit_word(const unit *u, int64_t number);

/* Hand over what has been written; returns the status. */
enum unit_status unit_tell(unit *u, enum unit_status status, enum unit_category category);

/* The same for a whole sentence. */
enum unit_status unit_say(unit *u, enum unit_status status, const char *sentence);

/* Log the start of each state, and what was said when the unit was made, if the category is on. */
void unit_tell_start(unit *u);

/* Log how many steps of the solver a step of the environment took, if the category is on. */
void unit_tell_steps(unit *u, int64_t steps);

/* Log which discrete values an event has changed, if the category is on. */
void unit_tell_event(unit *u, double time, const double *before, const double *after);

/* Choose the categories to be logged; none means all. Returns UNIT_ERROR for an unknown one. */
enum unit_status unit_choose_logs(unit *u, bool on, size_t count, const char *const *categories);

/* The call is allowed in these phases only. */
bool unit_allowed(unit *u, const char *call, int phases);

/* ------------------------------------------------------------------------ start.c */

enum unit_status unit_enter_start(unit *u, bool tolerance_given, double tolerance, double start, bool stop_given,
                                  double stop);

/* A solver for the present values. */
enum unit_status unit_make_solver(unit *u);

/* Solve for the start, unless that has been done for the present values. */
enum unit_status unit_start(unit *u);

/* ------------------------------------------------------------------------ conditions.c */

/* Move the start of the states until all conditions hold. */
enum unit_status unit_meet_conditions(unit *u);

/* ------------------------------------------------------------------------ failures.c */

/* Tell why the kernel has failed; returns the status for the environment. */
enum unit_status unit_failed(unit *u, const char *what);

/* Has the model ended the run as planned? */
bool unit_ended(const unit *u);

/* ------------------------------------------------------------------------ values.c */

/* The variable of a reference if it has this type, else NULL and a message. */
const dt_fmu_variable *unit_variable(unit *u, const char *call, uint32_t reference, int types);

/* Its value. */
enum unit_status unit_get(unit *u, const dt_fmu_variable *v, double *value);

/* Values at the present instant, those of changed inputs included. */
enum unit_status unit_refresh(unit *u);

enum unit_status unit_set(unit *u, const char *call, const dt_fmu_variable *v, double value);

/* Hand over changed inputs and parameters: an event at the present instant. */
enum unit_status unit_hand_over(unit *u);

/* Derivative `order` of an input until it is set again. */
enum unit_status unit_set_input_rate(unit *u, const char *call, const dt_fmu_variable *v, int order, double value);

/* ------------------------------------------------------------------------ parameters.c */

/* Compute what follows from the parameters if they differ from the model's own, and check what the equations
 * rely on. */
enum unit_status unit_derive(unit *u);

/* Copies and masks behind the model's own parameters. */
void unit_copy_parameters(unit *u);

/* ------------------------------------------------------------------------ stepping.c */

/* What happened in a step. */
struct unit_step {
    bool event, ended, early;
    double time;
};

enum unit_status unit_do_step(unit *u, double from, double step, struct unit_step *result);

/* In event mode: go on to the right limit, and hand over what has changed. */
enum unit_status unit_pass_event(unit *u, bool *ended);

/* Continue the run to a time, with so many steps of the solver at most; *count is the number of rows in u->rows.
 * Returns a dt_status, DT_MORE if steps or room for rows are used up. */
int unit_advance(unit *u, double time, int64_t capacity, int64_t most_steps, int64_t *count);

/* ------------------------------------------------------------------------ derivatives.c */

/* Derivatives of unknowns in a direction of knowns (states and inputs), with the present modes. */
enum unit_status unit_derivative(unit *u, const char *call, const uint32_t *unknown, size_t n_unknown,
                                 const uint32_t *known, size_t n_known, const double *seed, double *result);

/* The sum of derivatives of unknowns, each times its seed, by every known. */
enum unit_status unit_adjoint(unit *u, const char *call, const uint32_t *unknown, size_t n_unknown,
                              const uint32_t *known, size_t n_known, const double *seed, double *result);

/* ------------------------------------------------------------------------ output_rates.c */

/* Derivatives of real values by time, of order 1. */
enum unit_status unit_output_rates(unit *u, const char *call, const uint32_t *references, size_t n,
                                   const int32_t *orders, double *values);

/* ------------------------------------------------------------------------ saved.c */

struct unit_saved;

enum unit_status unit_save(unit *u, void **saved);
enum unit_status unit_restore(unit *u, const void *saved);
void unit_forget(unit *u, void **saved);
size_t unit_saved_size(const void *saved);
void unit_serialise(const void *saved, void *bytes);
enum unit_status unit_deserialise(unit *u, const void *bytes, size_t size, void **saved);

#endif
