/* The pair of Dormand and Prince, its dense output, and Hairer's step control (Hairer, Norsett, Wanner: Solving
 * Ordinary Differential Equations I, II.4 to II.6). */
#pragma once

#define STAGES 7
#define SAFETY 0.9
#define SHRINK_MOST 0.2
#define GROW_MOST 10.0
#define BETA 0.04
#define EXPONENT (0.2 - 0.75 * BETA)

static const double C[STAGES] = {0.0, 0.2, 0.3, 0.8, 8.0 / 9.0, 1.0, 1.0};
static const double A[STAGES][STAGES - 1] = {
    {0.0},
    {0.2},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0.0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
};
static const double E[STAGES] = {71.0 / 57600,      0.0,           -71.0 / 16695, 71.0 / 1920,
                                 -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
static const double D[STAGES] = {-12715105075.0 / 11282082432.0, 0.0,
                                 87487479700.0 / 32700410799.0,  -10690763975.0 / 1880347072.0,
                                 701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0,
                                 69997945.0 / 29380423.0};
