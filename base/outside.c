#include "base/outside.h"

#include "base/detail_kind.h"
#include "base/words.h"

typedef struct outside_wait {
	const char *kind;
	const char *names; /* a word that ends in '*' stands for all names that begin so */
} outside_wait;

/* The first row that has a name counts. Functions that connect, fetch or lock are here, too, and
 * send no query: so rows of databases have whole libraries. Functions that open a file or a URL
 * are missing: detail_kind.c has them. */
static const outside_wait outside_waits[] = {
	{"sleep", "usleep sleep time_nanosleep time_sleep_until Swoole\\Coroutine::sleep"},
	{"lock", "flock SplFileObject::flock sem_acquire shm_* dba_open"},
	{"child", "pcntl_wait pcntl_waitpid proc_close pclose exec shell_exec system passthru"},
	{"database",
		"PDO* mysqli* mysql_* pg_* oci_* odbc_* sqlsrv_* SQLite3* Redis* Memcache::* "
		"Memcached::* MongoDB\\*"},
	{"network",
		"curl_* get_headers socket_* gethostbyname* dns_* checkdnsrr fsockopen pfsockopen "
		"stream_socket_* Soap* ftp_* imap_* ldap_* mail"},
	{"event", "stream_select msg_receive pcntl_sigwaitinfo pcntl_sigtimedwait"},
	{"session", "session_*"},
	{"stream",
		"fread fgets fgetc fgetcsv fwrite fputs fflush fclose fpassthru fsync stream_* "
		"readline unlink rename SplFileObject::*"},
};

static const char outside_changes[] =
	"file_put_contents fputcsv ftruncate unlink rename copy move_uploaded_file mkdir rmdir touch "
	"chmod chown symlink link mail mb_send_mail imap_mail ftp_put ftp_delete exec shell_exec "
	"system passthru proc_open popen msg_send curl_exec curl_multi_exec SoapClient::* "
	"AMQPExchange::publish AMQPQueue::ack";

static const char outside_redis_changes[] =
	"set* mset* gset* hset* del unlink incr* decr* hincr* hdel append lpop* rpop* blpop* brpop* "
	"lpush* rpush* sadd srem spop zadd zrem* zpop* xadd xack publish expire* flush*";

static bool outside_has(const char *words, const char *name)
{
	const char *word;
	size_t length;

	while ((word = hp_words_next(&words, &length)) != NULL) {
		bool is_start = word[length - 1] == '*';

		length -= is_start ? 1 : 0;
		if (strncasecmp(word, name, length) == 0 && (is_start || name[length] == '\0')) {
			return true;
		}
	}

	return false;
}

const char *hp_outside_wait(const char *name)
{
	const char *service;

	for (size_t i = 0; i < sizeof(outside_waits) / sizeof(outside_waits[0]); i++) {
		if (outside_has(outside_waits[i].names, name)) {
			return outside_waits[i].kind;
		}
	}
	service = hp_detail_kind_service(hp_detail_kind_of(name));

	return service != NULL && strcmp(service, "http") == 0 ? "stream" : NULL;
}

bool hp_outside_is_change(const char *name)
{
	const char *method = strstr(name, "::");

	if (method == NULL || strncmp(name, "Redis", 5) != 0) {
		return outside_has(outside_changes, name);
	}

	/* detail_kind.c leaves out RedisArray, whose methods call those of Redis. */
	return (hp_detail_kind_of(name) != 0 || strncmp(name, "RedisArray::", 12) == 0) &&
		outside_has(outside_redis_changes, method + 2);
}
