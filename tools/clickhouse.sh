#!/bin/bash
# A ClickHouse server on loopback, for tests: Debian's package and what it needs, unpacked once (some seconds, 100 MB) outside
# of the checkout, or the one that is installed.
# Usage: tools/clickhouse.sh DIR     runs it in the foreground, and ends with the process that started it; DIR is made, has all
#                                    that it writes, and DIR/url, "http://127.0.0.1:PORT", once it answers
#        tools/clickhouse.sh --get   only gets it; fails and says why where it cannot be had
#        tools/clickhouse.sh --chdb  gets the engine of a present-day version as a library, npm's chdb, and prints its file
# Users: "default" without a password, "ship" with "secret word", and "reader", who may only read. Clusters: "one", of this server.
set -eu
# shellcheck source=tools/debian.sh
. "$(dirname "$0")/debian.sh"
# shellcheck source=tools/needs.sh
. "$(dirname "$0")/needs.sh"
root=$cache/clickhouse

build() {
	local names
	names=$(apt-get install -s --no-install-recommends clickhouse-server clickhouse-client | sed -n 's/^Inst \([^ ]*\).*/\1/p')
	case " $names " in
		*clickhouse-server*) ;;
		*) echo 'apt has no clickhouse-server'; return 1 ;;
	esac
	# shellcheck disable=SC2086 # a list of packages
	apt-get -q -o APT::Sandbox::User=root download $names
	for deb in *.deb; do
		dpkg -x "$deb" "$root"
	done
}

get_chdb() {
	chdb=$cache/chdb
	[ ! -e "$chdb/libchdb.so" ] || return 0
	command -v npm >/dev/null || die 'no npm to get chdb by'
	lock chdb
	mkdir -p "$chdb"
	npm install --prefix "$chdb" --ignore-scripts --no-audit --no-fund --no-progress --loglevel=error --fetch-retries=1 chdb@3.4.0 >&2
	ln -sf "$(find "$chdb/node_modules/@chdb" -name libchdb.so | head -n 1)" "$chdb/libchdb.so"
}

get() {
	! command -v clickhouse-server >/dev/null || { server=clickhouse-server; return 0; }
	command -v dpkg >/dev/null || die "no clickhouse-server, and no dpkg to unpack it"
	command -v apt-get >/dev/null || die "no clickhouse-server, and no apt-get to get it by"
	make_once "$root"
	server=$root/usr/sbin/clickhouse-server
	LD_LIBRARY_PATH=$(dirname "$(find "$root/usr/lib" -name 'libclickhouse.so*' | head -n 1)")
	export LD_LIBRARY_PATH
}

configure() {
	cat >"$dir/config.xml" <<END
<yandex>
	<logger><level>warning</level><log>$dir/log</log><errorlog>$dir/errors</errorlog></logger>
	<listen_host>127.0.0.1</listen_host>
	<http_port>$http</http_port>
	<tcp_port>$tcp</tcp_port>
	<path>$dir/data/</path>
	<tmp_path>$dir/tmp/</tmp_path>
	<user_files_path>$dir/files/</user_files_path>
	<format_schema_path>$dir/formats/</format_schema_path>
	<users_config>users.xml</users_config>
	<default_profile>default</default_profile>
	<default_database>default</default_database>
	<timezone>UTC</timezone>
	<mark_cache_size>67108864</mark_cache_size>
	<remote_servers><one><shard><internal_replication>true</internal_replication>
		<replica><host>127.0.0.1</host><port>$tcp</port></replica></shard></one></remote_servers>
</yandex>
END
	cat >"$dir/users.xml" <<END
<yandex>
	<profiles><default><max_threads>2</max_threads></default><readonly><readonly>2</readonly></readonly></profiles>
	<quotas><default></default></quotas>
	<users>
		<default>$(user '' default)</default>
		<ship>$(user 'secret word' default)</ship>
		<reader>$(user '' readonly)</reader>
	</users>
</yandex>
END
}

user() {
	echo "<password>$1</password><networks><ip>127.0.0.1</ip></networks><profile>$2</profile><quota>default</quota>"
}

answers() {
	local _
	for _ in $(seq 600); do
		if php -n -r "exit(@file_get_contents('http://127.0.0.1:$http/ping') === \"Ok.\\n\" ? 0 : 1);"; then
			echo "http://127.0.0.1:$http" >"$dir/url.new"
			mv "$dir/url.new" "$dir/url"
			return
		fi
		sleep 0.1
	done
}

case ${1-} in
	--get) get; exit ;;
	--chdb) get_chdb; echo "$chdb/libchdb.so"; exit ;;
	'' | -*) sed -n '4,9s/^# //p' "$0" >&2; exit 2 ;;
esac
get
mkdir -p "$1"
dir=$(cd "$1" && pwd -P)
rm -f "$dir/url"
http=$(free_port)
tcp=$http
while [ "$tcp" = "$http" ]; do
	tcp=$(free_port)
done
configure
answers &
exec setpriv --pdeathsig KILL "$server" --config-file="$dir/config.xml" >"$dir/out" 2>&1
