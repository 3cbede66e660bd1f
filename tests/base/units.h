/* units.h: the assertions of tests/base/units.c and of the files that it includes. */
#ifndef HP_TESTS_BASE_UNITS_H
#define HP_TESTS_BASE_UNITS_H

#include "base/compat.h"

#include <math.h>

typedef struct unit {
	const char *name;
	void (*run)(void);
} unit;

/* A row of a list of units. */
#define UNIT(name) \
 { \
#  name, name \
 }

#define UNITS(units) (sizeof(units) / sizeof((units)[0]))

static uint32_t failures;

/* The place that calls a function with assertions; NULL: none. */
static const char *from_file;
static int from_line;

/* The file as the tree has it: tests/base/units.c includes it by its path below the root. */
static const char *file_below(const char *file)
{
	const char *tests = strstr(file, "tests/");

	return tests == NULL ? file : tests;
}

static void fail_at(const char *file, int line)
{
	if (from_file != NULL) {
		php_printf("%s:%d, ", file_below(from_file), from_line);
	}
	php_printf("%s:%d: ", file_below(file), line);
	failures++;
}

static void check(bool is_true, const char *what, const char *file, int line)
{
	if (!is_true) {
		fail_at(file, line);
		php_printf("not so: %s\n", what);
	}
}

static void check_int(int64_t found, int64_t expected, const char *what, const char *file, int line)
{
	if (found != expected) {
		fail_at(file, line);
		php_printf("%s: expected %" PRId64 ", found %" PRId64 "\n", what, expected, found);
	}
}

static void check_near(
	double found, double expected, double by, const char *what, const char *file, int line)
{
	if (!(fabs(found - expected) <= by)) {
		fail_at(file, line);
		php_printf("%s: expected %.9g, found %.9g\n", what, expected, found);
	}
}

static void check_text(const char *found, size_t length, const char *expected, const char *what,
	const char *file, int line)
{
	if (found == NULL || length != strlen(expected) || memcmp(found, expected, length) != 0) {
		fail_at(file, line);
		php_printf("%s: expected \"%s\", found \"%.*s\"\n", what, expected,
			found == NULL ? 6 : (int) length, found == NULL ? "(NULL)" : found);
	}
}

/* Each prints the place and its check if that is false, and the two values that it compares. */
#define CHECK(condition) check(condition, #condition, __FILE__, __LINE__)
#define CHECK_INT(found, expected) \
 check_int((int64_t) (found), (int64_t) (expected), #found, __FILE__, __LINE__)
#define CHECK_NEAR(found, expected, by) \
 check_near((double) (found), (double) (expected), by, #found, __FILE__, __LINE__)
#define CHECK_SAME(found, expected) \
 check_near((double) (found), (double) (expected), 1e-9 * MAX(1, fabs((double) (expected))), \
	 #found, __FILE__, __LINE__)
#define CHECK_TEXT(found, expected) \
 check_text(found, strlen(found), expected, #found, __FILE__, __LINE__)
#define CHECK_BYTES(found, length, expected) \
 check_text(found, length, expected, #found, __FILE__, __LINE__)

/* Calls a function with assertions: a failure says both places. */
#define CHECK_BY(call) \
 do { \
  from_file = __FILE__; \
  from_line = __LINE__; \
  call; \
  from_file = NULL; \
 } while (0)

/* The same sequence each time: a number from 0 to less than most. */
static uint64_t units_random = 1;

static uint64_t any(uint64_t most)
{
	units_random = units_random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);

	return (units_random >> 33) % most;
}

#endif /* HP_TESTS_BASE_UNITS_H */
