/* What is exported, and the version of it. */
#ifndef DRIVETRAIN_DT_API_H
#define DRIVETRAIN_DT_API_H

#include <stdint.h>

#if defined(_WIN32)
#define DT_API __declspec(dllexport)
#else
#define DT_API __attribute__((visibility("default")))
#endif

/* Changes whenever a struct or a signature in this header changes. */
#define DT_ABI_VERSION 35

#endif
