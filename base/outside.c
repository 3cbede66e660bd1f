#include "base/outside.h"

#include "base/detail_kind.h"
#include "base/words.h"

typedef struct outside_wait {
	const char *kind;
	const char *names; /* a word that ends in '*' stands for all names that begin so */
} outside_wait;

/* If several rows match a name, the first one wins. Functions that connect, fetch or lock wait,
 * too, although they send no query: so the row of databases lists whole libraries. Functions that
 * open files or URLs are in detail_kind.c. */
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

/* Methods of Memcached and Memcache that send something and change nothing. */
static const char outside_memcached_reads[] = "Memcache::get Memcached::get* Memcached::fetch*";

static const char outside_takes[] = "msg_receive AMQPQueue::get AMQPQueue::consume";

/* Commands of Redis that remove what they return, or mark it as taken. */
#define OUTSIDE_REDIS_TAKES \
 "blmove blmpop blpop brpop brpoplpush bzmpop bzpopmax bzpopmin lmove lmpop lpop rpop rpoplpush " \
 "spop xreadgroup zmpop zpopmax zpopmin "

/* XREAD removes nothing, but each call continues where the last one ended. */
static const char outside_redis_takes[] = OUTSIDE_REDIS_TAKES "xread";

/* Scripts, functions and raw commands may change anything, so they count. SORT and GEORADIUS store
 * their result only if an argument says so, which the name does not tell, so they do not. */
static const char outside_redis_changes[] = OUTSIDE_REDIS_TAKES
	"append bitfield bitop copy decr* del delete delex delifeq eval evalsha expire expireat fcall "
	"flushall flushdb geoadd geosearchstore getdel getex getset hdel hexpire hexpireat hgetdel "
	"hgetex hincrby* hmset hpersist hpexpire hpexpireat hset hsetex hsetnx incr* linsert listtrim "
	"lpush lpushx lrem lremove lset ltrim migrate move mset msetex msetnx persist pexpire "
	"pexpireat pfadd pfmerge psetex publish rawcommand rename renamekey renamenx restore rpush "
	"rpushx sadd saddarray sdiffstore set setbit setex setnx setrange sinterstore smove spublish "
	"srem sremove sunionstore swapdb unlink vadd vrem vsetattr xack xackdel xadd xautoclaim xclaim "
	"xdel xdelex xgroup xsetid xtrim zadd zdelete zdiffstore zincrby zinterstore zrangestore zrem* "
	"zunionstore";

/* Functions that prepare statements, bind values or read results. Those that send a statement are
 * in detail_kind.c. */
static const char outside_statements[] =
	"PDO::* PDOStatement::* mysqli::* mysqli_stmt::* mysqli_result::* SQLite3::* SQLite3Stmt::* "
	"SQLite3Result::* mysqli_prepare mysqli_stmt_* mysqli_fetch_* mysqli_free_result "
	"mysqli_store_result mysqli_use_result mysqli_data_seek mysqli_num_rows pg_prepare "
	"pg_send_prepare pg_get_result pg_fetch_* pg_free_result pg_num_rows";

static const char outside_connections[] =
	"PDO::__construct PDO::connect mysqli::__construct mysqli::connect mysqli::real_connect "
	"mysqli::close SQLite3::__construct SQLite3::open SQLite3::close";

static const char outside_many[] = "curl_multi_exec curl_multi_select";

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

static bool outside_is_service(const char *name, const char *wanted)
{
	const char *service = hp_detail_kind_service(hp_detail_kind_of(name));

	return service != NULL && strcmp(service, wanted) == 0;
}

/* The command of Redis that a method is named after; NULL if it is no such method. RedisSentinel,
 * for example, has others. */
static const char *outside_redis_command(const char *name)
{
	return outside_has("Redis::* RedisCluster::* RedisArray::*", name) ? strstr(name, "::") + 2
																	   : NULL;
}

const char *hp_outside_wait(const char *name)
{
	for (size_t i = 0; i < sizeof(outside_waits) / sizeof(outside_waits[0]); i++) {
		if (outside_has(outside_waits[i].names, name)) {
			return outside_waits[i].kind;
		}
	}

	return outside_is_service(name, "http") ? "stream" : NULL;
}

bool hp_outside_is_change(const char *name)
{
	const char *command = outside_redis_command(name);

	if (command != NULL) {
		return outside_has(outside_redis_changes, command);
	}
	if (outside_is_service(name, "memcached")) {
		return !outside_has(outside_memcached_reads, name);
	}

	return outside_has(outside_changes, name);
}

bool hp_outside_takes(const char *name)
{
	const char *command = outside_redis_command(name);

	return command != NULL ? outside_has(outside_redis_takes, command)
						   : outside_has(outside_takes, name);
}

bool hp_outside_handles_statement(const char *name)
{
	if (outside_is_service(name, "sql")) {
		return true;
	}

	return outside_has(outside_statements, name) && !outside_has(outside_connections, name) &&
		hp_detail_fixed_text(name) == NULL;
}

bool hp_outside_serves_many(const char *name)
{
	return outside_has(outside_many, name);
}
