/* Residuals of the written equations, evaluated at recorded rows. */
#ifndef DRIVETRAIN_DT_VERIFICATION_H
#define DRIVETRAIN_DT_VERIFICATION_H

#include "dt_api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Rows checked together. */
#define DT_VERIFY_ROWS 16

/* Operations in an equation as written. Leaves come first: a value of a row, by its place, a parameter, by
 * its place, a constant, the time. */
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

/* An equation of a class, and the instances for which it holds. */
typedef struct dt_equation {
    int64_t n_node;
    const int32_t *node;    /* [n_node][4] operation and up to three operands: earlier nodes, or a place */
    const double *constant; /* [n_node] value of the nodes that are constants */
    int64_t n_instance;
    int64_t n_place;
    const int32_t *place;   /* [n_instance][n_place] for a variable twice its column in a row, plus 1 for the
                             * opposite, or -1 for zero; the number of a parameter or of a table */
    int64_t left, right;    /* nodes of the two sides */
    int64_t discrete;       /* 1: the sides are Booleans or integers, which must be equal */
    int64_t has_relations;  /* 1: it contains a comparison */
} dt_equation;

/* The equations and balances that rows are checked against. */
typedef struct dt_verification {
    int64_t n_equation;
    const dt_equation *equations;
    int64_t n_instance;          /* of all equations together */
    int64_t n_stored;
    const dt_equation *stored;   /* stored energies, each the left side */
    int64_t n_supplied;
    const int32_t *supplied;     /* columns of a row: energy supplied since the start, */
    int64_t n_dissipated;
    const int32_t *dissipated;   /* and dissipated */
    int64_t energy_jumps;        /* 1: events may remove energy instantaneously */
    int64_t most_nodes;          /* largest number of nodes of an equation */
    double largest_gap;          /* gap between the sides, relative to the terms, that counts as rounding */
} dt_verification;

/* Results of the check. */
typedef struct dt_verdict {
    int64_t n_rows, rows[DT_VERIFY_ROWS];  /* the rows that were checked */
    int64_t n_looked;                      /* instances of equations that were checked, */
    int64_t n_missed;                      /* and those violated in some row */
    int64_t equation, instance, row;       /* the worst of these, and its location, -1 if there is none */
    double value, size, scaled;            /* left minus right side, sum of the terms, quotient of the two */
    double energy, imbalance;              /* largest energy, and largest imbalance, J, */
    int64_t unbalanced;                    /* and where that occurs */
} dt_verdict;

/* Select up to `most` rows of a run, short or complete, in ascending order: the first and the last, both
 * sides of some events and the end of the spans that begin there, and some in between. Returns the number
 * selected. */
DT_API int64_t dt_pick_rows(const double *rows, int64_t n_rows, int64_t width, int64_t most, int64_t *picked);

/* Select up to `most_rows` of the complete rows of a run, and evaluate there the equations of about
 * `most_equations` instances and all energies; an equation with a single instance is always checked. `work`
 * provides space for (2 * DT_VERIFY_ROWS + 1) * most_nodes numbers. Relations whose sides differ by less than
 * `noise`, relative to their terms, may be either true or false. At least one row is required; no solver is
 * involved. */
DT_API void dt_verify(const dt_verification *verification, double noise, int64_t most_equations, const double *rows,
                      int64_t n_rows, int64_t width, int64_t most_rows, const double *p, const double *tables,
                      const int64_t *table_offset, double *work, dt_verdict *verdict);

/* The complete rows of many runs of one model, run after run. */
typedef struct dt_rows_of_runs {
    int64_t n_runs;
    const int64_t *n_rows;         /* [n_runs] at least one each */
    const int64_t *most_equations; /* [n_runs] as for dt_verify, */
    const int64_t *most_rows;      /* [n_runs] likewise */
    int64_t width;
    const double *rows;
    int64_t n_parameters;
    const double *parameters;      /* [n_runs][n_parameters] */
    const double *tables;
    const int64_t *table_offset;
} dt_rows_of_runs;

/* Check each of the runs as dt_verify does; `verdicts` receives one result per run. */
DT_API void dt_verify_runs(const dt_verification *verification, double noise, const dt_rows_of_runs *runs,
                           double *work, dt_verdict *verdicts);

#ifdef __cplusplus
}
#endif

#endif
