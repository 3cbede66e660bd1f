<?php
declare(strict_types=1);

namespace XHProf\Fleet\Http;

use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Text;

/**
 * The URL of a place: SCHEME+http(s)://[USER@]HOST[:PORT]/PATH?KEY=VALUE, or file:DIR. A password or token is never
 * part of it, as the list of processes shows it: secret_file=FILE, secret_env=NAME, or else the variable
 * XHPROF_SHIP_SECRET has it.
 */
final class Endpoint
{
	private const SECRET = 'XHPROF_SHIP_SECRET';

	/** @param array<string, string> $options of the query, without those of the secret */
	private function __construct(
		public readonly string $scheme,
		public readonly string $base,
		public readonly string $path,
		public readonly string $user,
		public readonly array $options,
		private readonly ?string $secretFile,
		private readonly string $secretName,
	) {
	}

	/** @param list<string> $schemes "clickhouse" for clickhouse+http and clickhouse+https */
	public static function of(string $url, array $schemes): self
	{
		$parts = parse_url($url);
		if ($parts === false || !isset($parts['host']) || preg_match('/^(\w+)\+(https?)$/D', $parts['scheme'] ?? '',
			$found) !== 1 || !in_array($found[1], $schemes, true)) {
			throw new Problem('"' . self::masked($url) . '" is not a destination',
				'it is one of: ' . implode(', ', array_map(
					static fn (string $scheme): string => "$scheme+https://HOST/...", $schemes)) . ', file:DIR');
		}
		if (isset($parts['pass'])) {
			throw new Problem('a password in a URL can be read by all users of this machine',
				'give it by ?secret_file=FILE or ?secret_env=NAME, or in the variable ' . self::SECRET);
		}
		parse_str($parts['query'] ?? '', $query);
		$options = [];
		foreach ($query as $key => $value) {
			$options[(string) $key] = is_string($value) ? $value : '';
		}
		$file = $options['secret_file'] ?? null;
		$name = $options['secret_env'] ?? self::SECRET;
		unset($options['secret_file'], $options['secret_env']);

		return new self($found[1], "$found[2]://$parts[host]" . (isset($parts['port']) ? ":$parts[port]" : ''),
			$parts['path'] ?? '/', rawurldecode($parts['user'] ?? ''), $options, $file, $name);
	}

	/** The given URL for messages, without a password if it has one. */
	public static function masked(string $url): string
	{
		return (string) preg_replace('~//([^/@:]*):.*@~s', '//$1:***@', $url);
	}

	/**
	 * Throws if several destinations would get the same secret because none was named for each.
	 *
	 * @param list<string> $urls
	 */
	public static function needOwnSecrets(array $urls): void
	{
		$unnamed = preg_grep('/[?&]secret_(file|env)=/', preg_grep('/^\w+\+https?:/', $urls) ?: [], PREG_GREP_INVERT)
			?: [];
		if (count($unnamed) > 1 && (string) getenv(self::SECRET) !== '') {
			throw new Problem(self::SECRET . ' would go to ' . count($unnamed) . ' places',
				'give each its own secret: ?secret_env=NAME or ?secret_file=FILE; '
					. 'secret_env= for a destination without one');
		}
	}

	/** @param list<string> $known */
	public function refuseOptionsBut(array $known): void
	{
		foreach (array_map(strval(...), array_keys(array_diff_key($this->options, array_flip($known)))) as $option) {
			throw new Problem("{$this->name()}: unknown option \"$option\"",
				Text::hint($option, $known) . 'there are ' . implode(', ', $known) . ', secret_file and secret_env');
		}
	}

	/** The URL without credentials. */
	public function name(): string
	{
		return "$this->scheme+$this->base$this->path";
	}

	/** The secret; "": there is none. It is read each time, so that a new one takes effect at once. */
	public function secret(): string
	{
		if ($this->secretFile !== null) {
			$text = @file_get_contents($this->secretFile);

			return $text === false ? throw new Problem("$this->secretFile: the secret cannot be read") : trim($text);
		}

		$secret = $this->secretName === '' ? '' : getenv($this->secretName);

		return $secret === false && $this->secretName !== self::SECRET
			? throw new Problem("the variable $this->secretName, which should hold the secret, is not set")
			: (string) $secret;
	}

	/**
	 * The secret as a header: the user's password, or a token if there is no user. Without a secret, there is no
	 * header.
	 *
	 * @return list<string>
	 */
	public function authorization(): array
	{
		$secret = $this->secret();

		return $secret === '' ? [] : ['Authorization: '
			. ($this->user === '' ? "Bearer $secret" : 'Basic ' . base64_encode("$this->user:$secret"))];
	}
}
