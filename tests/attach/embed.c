/* Runs a script. As executor_globals is named here, the linker copies it into this program. */
#include "sapi/embed/php_embed.h"

int main(int argc, char **argv)
{
	zend_file_handle file;

	PHP_EMBED_START_BLOCK(argc, argv)
	zend_stream_init_filename(&file, argv[1]);
	php_execute_script(&file);
	PHP_EMBED_END_BLOCK()

	return 0;
}
