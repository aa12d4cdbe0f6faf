/* Coefficients of the 5(4) pair of P. Bogacki & L. F. Shampine (An efficient Runge-Kutta (4,5) pair,
 * Computers & Mathematics with Applications 32, 1996). Of its two embedded formulas the one with all stages
 * serves as the error estimate: it also covers the end of a step.
 *
 * The continuous extension of order 4 needs no further stage. It is the cubic through states and slopes at
 * both ends plus theta^2 (1 - theta)^2 times a sum of the stages (as Hairer, Norsett & Wanner, Solving
 * Ordinary Differential Equations I, section II.6, arrange that of Dormand & Prince). Order 4 leaves two of
 * its weights free; they minimise the mean square over the step of the error coefficients of order 5. With
 * the first of the stages that Bogacki & Shampine add for this purpose, at the middle of the step, there is
 * one extension of order 5 and degree 5. */
#ifndef DRIVETRAIN_KERNEL_BS5_H
#define DRIVETRAIN_KERNEL_BS5_H

#define BS5_STAGES 8

static const double BS5_C[BS5_STAGES] = {0.0,     1.0 / 6, 2.0 / 9, 3.0 / 7,
                                         2.0 / 3, 3.0 / 4, 1.0,     1.0};

/* The last row also contains the weights of order 5: the last stage is the first of the next step. */
static const double BS5_A[BS5_STAGES][BS5_STAGES - 1] = {
    {0},
    {1.0 / 6},
    {2.0 / 27, 4.0 / 27},
    {183.0 / 1372, -162.0 / 343, 1053.0 / 1372},
    {68.0 / 297, -4.0 / 11, 42.0 / 143, 1960.0 / 3861},
    {597.0 / 22528, 81.0 / 352, 63099.0 / 585728, 58653.0 / 366080, 4617.0 / 20480},
    {174197.0 / 959244, -30942.0 / 79937, 8152137.0 / 19744439, 666106.0 / 1039181,
     -29421.0 / 29068, 482048.0 / 414219},
    {587.0 / 8064, 0.0, 4440339.0 / 15491840, 24353.0 / 124800, 387.0 / 44800, 2152.0 / 5985,
     7267.0 / 94080},
};

/* Weights of order 5 minus weights of order 4. */
static const double BS5_E[BS5_STAGES] = {3817.0 / 1959552,
                                         0.0,
                                         -140181.0 / 15491840,
                                         4224731.0 / 272937600,
                                         -8557.0 / 403200,
                                         57928.0 / 4363065,
                                         23930231.0 / 4366535040,
                                         -3293.0 / 556956};

/* Weights of the continuous extension beyond the cubic. */
static const double BS5_D[BS5_STAGES] = {
    -11269.0 / 8064, 0.0,           7254279.0 / 3098368, 110789.0 / 224640,
    -1161.0 / 8960,  -9512.0 / 3591, -7267.0 / 6272,     5.0 / 2,
};

/* The stage at the middle, and the terms of the extension of order 5 beyond the cubic: theta^2 (1 - theta)^2
 * times the first sum of the stages plus theta times the second one. */
static const double BS5_MIDDLE[BS5_STAGES] = {
    455.0 / 6144,     0.0,       10256301.0 / 35409920, 2307361.0 / 17971200,
    -387.0 / 102400, 73.0 / 5130, -7267.0 / 215040,      1.0 / 32,
};
static const double BS5_FINE[2][BS5_STAGES + 1] = {
    {-20353.0 / 8064, 0.0, 89555463.0 / 15491840, 3184069.0 / 1123200, -1161.0 / 44800,
     29912.0 / 17955, -7267.0 / 31360, 1.0 / 2, -8.0},
    {757.0 / 336, 0.0, -13321017.0 / 1936480, -24353.0 / 5200, -1161.0 / 5600, -17216.0 / 1995,
     -7267.0 / 3920, 4.0, 16.0},
};

#endif
