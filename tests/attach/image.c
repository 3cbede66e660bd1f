/* Exports what a PHP of that version does, as far as it is looked for first. */
#include <stdio.h>

char executor_globals[4096], compiler_globals[2048], sapi_globals[2048];
static const char text[] = TEXT;

int main(void)
{
	puts(text);
	fflush(stdout);
	return getchar() == EOF;
}
