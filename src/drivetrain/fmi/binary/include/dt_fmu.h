/* A compiled model inside an FMU: what the object file of the model provides to the FMI layer. */
#ifndef DRIVETRAIN_DT_FMU_H
#define DRIVETRAIN_DT_FMU_H

#include "dt_settings.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Incremented whenever one of these structs changes. */
#define DT_FMU_VERSION 3

/* Where a variable is found. */
enum dt_fmu_kind {
    DT_FMU_TIME = 0,      /* the independent variable */
    DT_FMU_VALUE = 1,     /* value index in (x | q | z | y), times the sign */
    DT_FMU_RATE = 2,      /* derivative of state or quadrature `index`, times the sign */
    DT_FMU_PARAMETER = 3, /* parameter `index` */
    DT_FMU_INPUT = 4,     /* input `index` */
    DT_FMU_CONSTANT = 5,  /* `start` */
    DT_FMU_INDICATOR = 6  /* event indicator `index`, of model exchange */
};

enum dt_fmu_type {
    DT_FMU_REAL = 0,
    DT_FMU_INTEGER = 1,
    DT_FMU_BOOLEAN = 2,
    DT_FMU_ENUMERATION = 3 /* an integer in FMI 2, Int64 in FMI 3 */
};

/* When a variable may be set. */
enum dt_fmu_settable {
    DT_FMU_NEVER = 0,
    DT_FMU_BEFORE = 1,  /* until initialisation ends: fixed parameters, exact start values */
    DT_FMU_TUNABLE = 2, /* at events too */
    DT_FMU_ANYTIME = 3  /* inputs */
};

/* A variable; its value reference is its number. */
typedef struct dt_fmu_variable {
    int64_t index;
    double start;     /* of a constant, or what is shown until initialisation; NaN: none */
    double low, high; /* values it may be set to */
    int32_t name;     /* number of its text */
    uint8_t kind;     /* dt_fmu_kind */
    uint8_t type;     /* dt_fmu_type */
    uint8_t settable; /* dt_fmu_settable */
    int8_t sign;      /* 1 or -1 */
} dt_fmu_variable;

/* An input: value + (time - since) (rate + (time - since) / 2 bend), from four parameters in a row: value,
 * since, rate, bend. Those that are not real have the first only. */
typedef struct dt_fmu_input {
    int64_t parameter; /* the first of them */
    int64_t type;      /* dt_fmu_type */
} dt_fmu_input;

/* Where a number belongs that follows from parameters: `derive` reads p and writes all of them to y. */
enum dt_fmu_place {
    DT_FMU_TO_PARAMETER = 0,   /* parameter `index` */
    DT_FMU_TO_STATE = 1,       /* start of state `index` */
    DT_FMU_TO_DISCRETE = 2,    /* value of discrete variable `index` before the start */
    DT_FMU_TO_CLOCK_START = 3, /* first tick */
    DT_FMU_TO_CLOCK_INTERVAL = 4,
    DT_FMU_TO_DELAY = 5,
    DT_FMU_TO_GUESS = 6,       /* of an unknown of an algebraic block */
    DT_FMU_TO_CONDITION = 7,   /* value of condition `index` */
    DT_FMU_TO_NOMINAL = 8      /* size of state `index` */
};

typedef struct dt_fmu_derived {
    int64_t index;
    int64_t place; /* dt_fmu_place */
} dt_fmu_derived;

/* An initial condition: a value of (x | q | z | y | xdot). What differs from it is divided by the scale; 0:
 * nothing may differ but by rounding, as an initial equation reads it that was solved when the unit was made. */
typedef struct dt_fmu_condition {
    int64_t column;
    double value;
    double scale;
    int64_t text;   /* what is required, in words */
} dt_fmu_condition;

/* A factor that the compiler has relied on being zero, or on not being zero. */
typedef struct dt_fmu_reliance {
    int64_t text;      /* what it has relied on, in words */
    int64_t parameter; /* the factor; -1: the next number that `rely` writes to y */
    int64_t zero;      /* 1: it has to be zero */
} dt_fmu_reliance;

/* Texts for messages, and the first number of those for each kind of thing. */
typedef struct dt_fmu_words {
    const char *text;      /* texts one after another, each ending with a zero */
    const int64_t *start;  /* where each starts */
    int64_t status;        /* what each dt_status means */
    int64_t value;         /* [n_x + n_q + n_z + n_y] names */
    int64_t relation;      /* [n_rel + n_time_rel] conditions in words */
    int64_t assertion;     /* [n_assert] messages */
    int64_t block;         /* [n_loops] what algebraic loops determine */
    int64_t n_loops;
    int64_t delay;         /* [n_delay] */
    int64_t lock;          /* [n_lock] */
    int64_t note;          /* [n_notes] what was said when the unit was made */
    int64_t n_notes;
    const int64_t *labels; /* [3 n_z] of a value with names: the lowest, how many there are, text of the first */
    const uint8_t *ends;   /* [n_assert] 1: the run ends as planned */
} dt_fmu_words;

/* The model. */
typedef struct dt_fmu_model {
    int64_t version;             /* DT_FMU_VERSION */
    int64_t kernel;              /* DT_ABI_VERSION */
    const char *name;
    const char *token;           /* guid, instantiationToken */
    const dt_model *model;
    const dt_settings *settings; /* those of the run described; arrays for the start values of its parameters */
    double tolerance;            /* if the environment gives none */
    int64_t most_steps;          /* of the solver in a step of the environment */
    const double *nominal;       /* [n_x] sizes of the states: tolerances are multiples of these */
    const double *size;          /* [n_x] nominal values of the states for other integrators */
    int64_t n_variables;
    const dt_fmu_variable *variables;
    int64_t n_inputs;
    const dt_fmu_input *inputs;
    int64_t n_parameters;        /* numbers in settings->parameters: first n_own of the model, */
    int64_t n_own;
    int64_t n_copied;            /* then copies of these for loops over rows, */
    const int64_t *copied;       /* [n_copied] */
    int64_t n_runs;              /* then bit masks: of no bits if parameters in a row are all the same, else of */
    const int64_t *runs;         /* ones only; [2 * n_runs] the first of them, and their number */
    dt_function derive;          /* or NULL */
    int64_t n_derived;
    const dt_fmu_derived *derived; /* [n_derived] where what it writes belongs */
    const double *x0;            /* [n_x] start of the states, which meets the conditions */
    const double *z0;            /* [n_z] discrete variables before the start */
    const uint8_t *moves;        /* [n_x] 1: this start may be changed to meet conditions */
    int64_t n_conditions;
    const dt_fmu_condition *conditions; /* initial ones besides required starts of states */
    int64_t n_reliances;
    const dt_fmu_reliance *reliances;
    dt_function rely;            /* or NULL */
    const int64_t *pivot_position; /* [n_x] for dt_set_pivots; NULL: none needed */
    const int64_t *pivot_column;
    const dt_fmu_words *words;
} dt_fmu_model;

/* Defined by the object file of the model. */
extern const dt_fmu_model dt_fmu_exported;

#ifdef __cplusplus
}
#endif

#endif
