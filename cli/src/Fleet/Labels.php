<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet;

/**
 * Makes labels of the texts in rings and runs: fit for a store, and bounded in number, as each label set costs the
 * store a series. Those beyond become Series::OTHER.
 */
final class Labels
{
	/** Label sets of this host in an hour. */
	public const MOST = 1000;

	/** Those of Series::OTHER, which tell pools and keys apart. */
	private const MOST_OTHERS = 100;

	private const KEEP_S = 3600;

	/** @var array<string, float> when each label set was last in use, monotonic, in seconds */
	private array $known = [];

	/** @var array<string, true> */
	private array $others = [];

	/** @param Version|null $version the tag of that name, where the program sets none */
	public function __construct(
		private readonly string $service,
		private readonly string $env,
		private readonly string $host,
		private readonly int $most = self::MOST,
		private readonly ?Version $version = null,
	) {
	}

	/** @param array<int|string, string> $tags */
	public function series(string $pool, string $php, array $tags): Series
	{
		$clean = [];
		$isKnown = !isset($tags[Series::OTHER]);
		$tags += $this->version !== null && $isKnown ? ['version' => $this->version->text()] : [];
		foreach ($tags as $key => $value) {
			$key = self::clean((string) $key);
			if ($key !== '' && $value !== '') {
				$clean[$key] = self::clean($value);
			}
		}

		return new Series($this->service, $this->env, $this->host, self::clean($pool), self::clean($php), $clean);
	}

	/**
	 * @param string $text key NUL value NUL and so on, as Ring::read('tags') has it
	 * @return array<int|string, string>
	 */
	public static function tags(string $text): array
	{
		if ($text === Series::OTHER) {
			return [Series::OTHER => Series::OTHER];
		}
		$tags = [];
		$words = explode("\0", $text);
		for ($i = 0; $i + 1 < count($words); $i += 2) {
			$tags[$words[$i]] = $words[$i + 1];
		}

		return $tags;
	}

	/** The same for equal labels only. */
	public static function key(Series $series): string
	{
		return serialize([$series->service, $series->env, $series->host, $series->pool, $series->php, $series->tags]);
	}

	public function isKnown(Series $series): bool
	{
		return isset($this->known[self::key($series)]);
	}

	/** The series itself, or where there are too many that of all others. */
	public function admit(Series $series): Series
	{
		$key = self::key($series);
		$now = hrtime(true) / 1e9;
		if (!isset($this->known[$key]) && count($this->known) >= $this->most) {
			$this->known = array_filter($this->known, static fn (float $last): bool => $now - $last < self::KEEP_S);
		}
		if (isset($this->known[$key]) || count($this->known) < $this->most) {
			$this->known[$key] = $now;

			return $series;
		}

		return $this->other($series);
	}

	/** A bound for hostile hosts, of which even pools and keys are too many. */
	private function other(Series $series): Series
	{
		$tags = array_fill_keys(array_keys($series->tags), Series::OTHER);
		$other = new Series($series->service, $series->env, $series->host, $series->pool, $series->php, $tags);
		$key = self::key($other);
		if (!isset($this->others[$key]) && count($this->others) >= self::MOST_OTHERS) {
			return new Series($series->service, $series->env, $series->host, Series::OTHER, '', []);
		}
		$this->others[$key] = true;

		return $other;
	}

	/** UTF-8 of a bounded length without control characters. */
	public static function clean(string $text): string
	{
		if (preg_match('/^[\x20-\x7E]*$/D', $text) !== 1) {
			$text = htmlspecialchars_decode(htmlspecialchars($text, ENT_NOQUOTES | ENT_SUBSTITUTE, 'UTF-8'), ENT_NOQUOTES);
			$text = (string) preg_replace('/[\p{Cc}\x{2028}\x{2029}]/u', '?', $text);
		}

		return strlen($text) <= Series::MOST_BYTES ? $text
			: (string) preg_replace('/[\xC0-\xFF][\x80-\xBF]*$/D', '', substr($text, 0, Series::MOST_BYTES));
	}
}
