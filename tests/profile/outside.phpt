--TEST--
XHProf\Profile::outside() knows the commands of Redis and Memcached that change something, what is taken from a queue, and what is part of a statement
--EXTENSIONS--
xhprof
--FILE--
<?php
/* The names of those for which a key is true. */
function all_that(string $key, string $class, string $methods): string
{
	return implode(' ', array_filter(preg_split('/\s+/', $methods),
		static fn (string $method): bool => XHProf\Profile::outside($class . $method)[$key]));
}

/* What Redis's COMMAND INFO flags as "write", by the names of phpredis; also what may be such a command. */
$takes = 'blMove blMPop blPop brPop bRPopLPush bzMPop bzPopMax bzPopMin lMove lMPop lPop rPop rPopLPush sPop xReadGroup
	zMPop zPopMax zPopMin';
$changes = 'append bitField bitOp copy decr decrBy del delete delEx delIfEq eval evalSha expire expireAt fcall flushAll
	flushDB geoAdd geoSearchStore getDel getEx getSet hDel hExpire hExpireAt hGetDel hGetEx hIncrBy hIncrByFloat hMSet
	hPersist hPExpire hPExpireAt hSet hSetEx hSetNx incr incrBy incrByFloat lInsert lPush lPushX lRem lSet lTrim migrate
	move mSet mSetEx mSetNx persist pExpire pExpireAt pfAdd pfMerge pSetEx publish rawCommand rename renameNx restore
	rPush rPushX sAdd sAddArray sDiffStore set setBit setEx setNx setRange sInterStore sMove sPublish sRem sUnionStore
	swapDB unlink vAdd vRem vSetAttr xAck xAckDel xAdd xAutoClaim xClaim xDel xDelEx xGroup xSetId xTrim zAdd
	zDiffStore zIncrBy zInterStore zRangeStore zRem zRemRangeByLex zRemRangeByRank zRemRangeByScore zUnionStore';
$reads = '__construct auth bitCount close connect dbSize echo eval_ro evalSha_ro exec exists fcall_ro geoDist geoRadius_ro
	get getBit getOption getRange hExists hGet hGetAll hKeys hLen hMGet hScan hTtl info keys lIndex lLen lPos lRange
	mGet multi object pfCount ping pipeline scan sCard sDiff select setOption sInter sIsMember sMembers sRandMember
	sScan strLen subscribe sUnion time ttl type vSim wait watch xInfo xLen xPending xRange zCard zCount zDiff zRange
	zRangeByScore zRank zScan zScore';
foreach (['Redis::', 'RedisCluster::', 'RedisArray::'] as $class) {
	$all = preg_replace('/\s+/', ' ', "$takes $changes");
	echo $class, all_that('changes', $class, $all) === $all ? ' all that change,' : ' NOT all that change,',
		all_that('takes', $class, $all) === preg_replace('/\s+/', ' ', $takes)
			? ' and those that take;' : ' NOT those;',
		' of the others ', json_encode([all_that('changes', $class, $reads),
		all_that('takes', $class, "$reads xRead")]), "\n";
}
echo 'others: ', json_encode([all_that('changes', 'RedisSentinel::', 'set del ping'), all_that('changes', 'My', $all),
	all_that('changes', 'redis::', 'LPUSH get')]), "\n";
echo 'Memcached: ', all_that('changes', 'Memcached::', 'add addByKey addServer append cas casByKey decrement delete
	deleteMulti fetch fetchAll flush get getByKey getDelayed getMulti getResultCode increment prepend quit replace set
	setMulti setMultiByKey setOption touch'), "\n";
echo 'Memcache: ', all_that('changes', 'Memcache::', 'add addServer connect get set'), "\n";
echo 'queues: ', all_that('takes', '', 'msg_receive msg_send AMQPQueue::get AMQPQueue::consume AMQPQueue::ack'), "\n";
echo 'statements: ', all_that('handles_statement', '', 'PDO::query PDO::prepare PDO::commit PDO::beginTransaction
	PDO::__construct PDO::connect PDOStatement::execute PDOStatement::fetchAll PDOStatement::closeCursor mysqli::close
	mysqli::real_connect mysqli::prepare mysqli_stmt::close mysqli_result::fetch_all mysqli_query mysqli_connect
	mysqli_commit mysqli_stmt_bind_param mysqli_fetch_assoc SQLite3::open SQLite3Result::fetchArray pg_connect
	pg_query pg_prepare pg_fetch_all pg_get_result Redis::exec curl_exec'), "\n";
echo 'many: ', all_that('serves_many', '', 'curl_multi_exec curl_multi_select curl_multi_add_handle curl_exec'), "\n";
echo json_encode(XHProf\Profile::outside('flock')), json_encode(XHProf\Profile::outside('')), "\n";
?>
--EXPECT--
Redis:: all that change, and those that take; of the others ["","xRead"]
RedisCluster:: all that change, and those that take; of the others ["","xRead"]
RedisArray:: all that change, and those that take; of the others ["","xRead"]
others: ["","","LPUSH"]
Memcached: add addByKey append cas casByKey decrement delete deleteMulti flush increment prepend replace set setMulti setMultiByKey touch
Memcache: add set
queues: msg_receive AMQPQueue::get AMQPQueue::consume
statements: PDO::query PDO::prepare PDOStatement::execute PDOStatement::fetchAll PDOStatement::closeCursor mysqli::prepare mysqli_stmt::close mysqli_result::fetch_all mysqli_query mysqli_stmt_bind_param mysqli_fetch_assoc SQLite3Result::fetchArray pg_query pg_prepare pg_fetch_all pg_get_result
many: curl_multi_exec curl_multi_select
{"waits_for":"lock","changes":false,"takes":false,"handles_statement":false,"serves_many":false}{"waits_for":null,"changes":false,"takes":false,"handles_statement":false,"serves_many":false}
