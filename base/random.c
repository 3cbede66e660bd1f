#include "base/random.h"

#ifdef PHP_WIN32
# include <process.h>
#else
# include <unistd.h>
#endif

static void random_without_system(unsigned char *bytes, size_t count)
{
	hp_random random = {(uint64_t) zend_hrtime() ^ (uint64_t) (uintptr_t) bytes};

	random.state = hp_random_next(&random) ^ (uint64_t) getpid();
	for (size_t i = 0; i < count; i++) {
		bytes[i] = (unsigned char) hp_random_next(&random);
	}
}

void hp_random_bytes(void *bytes, size_t count)
{
	if (php_random_bytes_silent(bytes, count) == FAILURE) {
		random_without_system(bytes, count);
	}
}

bool hp_random_is_one_in(uint64_t many)
{
	uint64_t number;

	hp_random_bytes(&number, sizeof(number));

	return number % many == 0;
}
