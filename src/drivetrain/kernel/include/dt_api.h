/* Export macro and version of the interface. */
#ifndef DRIVETRAIN_DT_API_H
#define DRIVETRAIN_DT_API_H

#include <stdint.h>

#if defined(DT_STATIC) /* inside another library, which hides it */
#define DT_API
#elif defined(_WIN32)
#define DT_API __declspec(dllexport)
#else
#define DT_API __attribute__((visibility("default")))
#endif

/* Incremented whenever a struct or a signature in these headers changes. */
#define DT_ABI_VERSION 44

#endif
