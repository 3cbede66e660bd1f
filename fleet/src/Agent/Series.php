<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

/**
 * The labels by which a store tells profiles apart. Values have at most Series::MOST_BYTES bytes and no control
 * characters.
 */
final class Series
{
	public const MOST_BYTES = 200;

	/** Stands for values beyond a bound. */
	public const OTHER = '(other)';

	/** @var array<string, string> those of xhprof_tag(), sorted by key */
	public readonly array $tags;

	/**
	 * @param string $php its version, "8.2.36"
	 * @param array<string, string> $tags
	 */
	public function __construct(
		public readonly string $service,
		public readonly string $env,
		public readonly string $host,
		public readonly string $pool,
		public readonly string $php,
		array $tags,
	) {
		ksort($tags, SORT_STRING);
		$this->tags = $tags;
	}

	/** A hash of all labels, 16 hexadecimal digits: the same on all hosts and in all versions. */
	public function id(): string
	{
		return hash('xxh64', implode("\0", [$this->service, $this->env, $this->host, $this->pool, $this->php,
			...array_merge(...array_map(null, array_keys($this->tags), array_values($this->tags)) ?: [[]])]));
	}

	/**
	 * @return array<string, string> all labels that are not empty; a tag with the name of another label becomes
	 *     "tag_NAME"
	 */
	public function labels(): array
	{
		$labels = ['service' => $this->service, 'env' => $this->env, 'host' => $this->host, 'pool' => $this->pool,
			'php' => $this->php];
		foreach ($this->tags as $key => $value) {
			$labels[isset($labels[$key]) ? "tag_$key" : $key] = $value;
		}

		return array_filter($labels, static fn (string $value): bool => $value !== '');
	}
}
