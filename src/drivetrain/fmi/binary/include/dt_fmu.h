/* A compiled model inside an FMU: what the object file of the model provides to the FMI layer. */
#ifndef DRIVETRAIN_DT_FMU_H
#define DRIVETRAIN_DT_FMU_H

#include "dt_settings.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Incremented whenever one of these structs changes. */
#define DT_FMU_VERSION 1

/* Where a variable is found. */
enum dt_fmu_kind {
    DT_FMU_TIME = 0,      /* the independent variable */
    DT_FMU_VALUE = 1,     /* value index in (x | q | z | y), times the sign */
    DT_FMU_RATE = 2,      /* derivative of state or quadrature `index`, times the sign */
    DT_FMU_PARAMETER = 3, /* parameter `index` */
    DT_FMU_INPUT = 4,     /* input `index` */
    DT_FMU_CONSTANT = 5   /* `start` */
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
    double start;     /* until initialisation; NaN: not set by anybody */
    int32_t name;     /* of `texts` */
    uint8_t kind;     /* dt_fmu_kind */
    uint8_t type;     /* dt_fmu_type */
    uint8_t settable; /* dt_fmu_settable */
    int8_t sign;      /* 1 or -1 */
} dt_fmu_variable;

/* An input: value + (time - since) (rate + (time - since) / 2 bend), from five parameters in a row in
 * this order. Only real inputs have rates. */
typedef struct dt_fmu_input {
    int64_t parameter; /* the first of them */
    int32_t type;      /* dt_fmu_type */
} dt_fmu_input;

/* A vector of numbers that follow from parameters: what `derive` reads is p, what it writes is y. */
enum dt_fmu_place {
    DT_FMU_TO_PARAMETER = 0,   /* parameter `index` */
    DT_FMU_TO_STATE = 1,       /* start of state `index` */
    DT_FMU_TO_DISCRETE = 2,    /* value of discrete variable `index` before the start */
    DT_FMU_TO_CLOCK_START = 3, /* first tick */
    DT_FMU_TO_CLOCK_INTERVAL = 4,
    DT_FMU_TO_DELAY = 5,
    DT_FMU_TO_MEMORY = 6,      /* guess for an unknown of an algebraic block */
    DT_FMU_TO_CONDITION = 7    /* value of condition `index` */
};

typedef struct dt_fmu_derived {
    int64_t index;
    int32_t place; /* dt_fmu_place */
} dt_fmu_derived;

/* An initial condition: residual `index` of y, as written by `conditions`, divided by `scale`, is zero. */
typedef struct dt_fmu_condition {
    int64_t column; /* value index that has to have this value; -1: residual of an initial equation */
    double value;
    double scale;
    int32_t text;   /* of `texts`: what is required */
    int32_t sign;
} dt_fmu_condition;

/* Something the compiler has relied on: number `index` of those that `reliances` writes to y is zero. */
typedef struct dt_fmu_reliance {
    int32_t text; /* of `texts`: what changes with it */
} dt_fmu_reliance;

/* First numbers of `texts` for what failures refer to. */
typedef struct dt_fmu_words {
    const char *text;      /* texts one after another, each ending with a zero */
    const int64_t *start;  /* where each starts */
    int32_t value;         /* [n_x + n_q + n_z + n_y] names */
    int32_t relation;      /* [n_rel + n_time_rel] conditions in words */
    int32_t assertion;     /* [n_assert] messages */
    int32_t block;         /* [number of algebraic blocks] names of the loops */
    int32_t delay;         /* [n_delay] */
    int32_t lock;          /* [n_lock] */
} dt_fmu_words;

/* The model. */
typedef struct dt_fmu_model {
    int64_t version;             /* DT_FMU_VERSION */
    int64_t kernel;              /* DT_ABI_VERSION */
    const char *name;
    const char *token;           /* guid, instantiationToken */
    const dt_model *model;
    const dt_settings *settings; /* parameters and what follows from them: for the start values; atol: nominal
                                  * values of the states, to be multiplied by the tolerance; rtol: none */
    double tolerance;            /* if the environment gives none */
    int64_t n_variables;
    const dt_fmu_variable *variables;
    int64_t n_inputs;
    const dt_fmu_input *inputs;
    int64_t n_parameters;        /* the model's own, in front of */
    int64_t n_copied;
    const int64_t *copied;       /* [n_copied] copies of these for loops over rows, and of */
    int64_t n_runs;
    const int64_t *runs;         /* [2 * n_runs] bit masks: first of a range of parameters and its length; zero
                                  * bits if all are the same, else ones */
    int64_t n_tables;            /* numbers in settings->tables */
    dt_function derive;          /* or NULL */
    int64_t n_derived;
    const dt_fmu_derived *derived; /* [n_derived] where what it writes belongs */
    const double *x0;            /* [n_x] start of the states, before conditions are solved for */
    const double *z0;            /* [n_z] discrete variables before the start */
    int64_t n_conditions;
    const dt_fmu_condition *conditions; /* required ones, */
    dt_function residuals;       /* for those without a column; or NULL */
    const uint8_t *moves;        /* [n_x] 1: this state may be changed to meet them */
    int64_t n_reliances;
    const dt_fmu_reliance *reliances;
    dt_function rely;            /* or NULL */
    dt_function slopes;          /* jac: derivatives of (xdot | z | y) by (x | inputs), see slope_*; or NULL */
    int64_t n_slopes;
    const int64_t *slope_ptr;    /* [n_x + n_inputs + 1] by compressed columns */
    const int64_t *slope_row;    /* [n_slopes] */
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
