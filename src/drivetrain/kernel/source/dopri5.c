/* The explicit Runge-Kutta pair of order 5(4) of Dormand and Prince (J. Comp. Appl. Math. 6, 1980)
 * with the continuous extension of order 4 of Shampine (Math. Comp. 46, 1986) as arranged in
 * Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I, section II.6. */
#include "internal.h"

static const double C[STAGES] = {0.0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1.0, 1.0};

/* The last row holds the weights of order 5 too: the last stage is the first of the next step. */
static const double A[STAGES][STAGES - 1] = {
    {0},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0.0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
};

/* Weights of order 5 minus weights of order 4. */
static const double E[STAGES] = {71.0 / 57600,        0.0,        -71.0 / 16695, 71.0 / 1920,
                                 -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

static const double D[STAGES] = {-12715105075.0 / 11282082432.0, 0.0,
                                 87487479700.0 / 32700410799.0,  -10690763975.0 / 1880347072.0,
                                 701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0,
                                 69997945.0 / 29380423.0};

/* x_out = x + h * sum of the first `count` stages with these weights. */
static void combine(const dt_solver *s, double h, const double *weight, int count, double *x_out)
{
    for (int64_t i = 0; i < s->n; ++i) {
        double sum = 0.0;
        for (int j = 0; j < count; ++j)
            sum += weight[j] * s->k[j][i];
        x_out[i] = s->x[i] + h * sum;
    }
}

/* Stages 2 to 7 of the step from t; k[0] is ready. The new states are in x_new. Returns a dt_code. */
int dt_dopri5_stages(dt_solver *s, double t, double h)
{
    for (int stage = 1; stage < STAGES; ++stage) {
        double *x = stage == STAGES - 1 ? s->x_new : s->x_stage;
        double time = stage >= STAGES - 2 ? s->time_end : t + C[stage] * h;
        combine(s, h, A[stage], stage, x);
        int code = dt_evaluate_ode(s, time, x, s->k[stage]);
        if (code)
            return code;
    }
    s->dense_ready = false;
    return DT_OK;
}

/* Estimated error of state i. */
double dt_dopri5_error(const dt_solver *s, double h, int64_t i)
{
    double error = 0.0;
    for (int j = 0; j < STAGES; ++j)
        error += E[j] * s->k[j][i];
    return h * error;
}

/* Coefficients of the continuous extension, in the form that dt_interpolate reads. */
void dt_dopri5_dense(dt_solver *s)
{
    double h = s->time_end - s->time_start;
    for (int64_t i = 0; i < s->n; ++i) {
        double difference = s->x_new[i] - s->x[i];
        double bend = h * s->k[0][i] - difference;
        double sum = 0.0;
        for (int j = 0; j < STAGES; ++j)
            sum += D[j] * s->k[j][i];
        s->dense[0][i] = s->x[i];
        s->dense[1][i] = difference;
        s->dense[2][i] = bend;
        s->dense[3][i] = difference - h * s->k[STAGES - 1][i] - bend;
        s->dense[4][i] = h * sum;
    }
    s->dense_ready = true;
}
