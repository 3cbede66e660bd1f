<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

/**
 * Makes labels from the texts in rings and runs. Their number is bounded, because each label set costs the store a
 * series: label sets beyond the bound become Series::OTHER.
 */
final class Labels
{
	/** The most label sets of this host in an hour. */
	public const MOST = 1000;

	/** The most label sets with Series::OTHER, which still tell pools and keys apart. */
	private const MOST_OTHERS = 100;

	private const KEEP_S = 3600;

	/** @var array<string, float> when each label set was last in use, as monotonic time in seconds */
	private array $known = [];

	/** @var array<string, true> */
	private array $others = [];

	/** @param Version|null $version the value of the tag "version", if the program sets none */
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
	 * @param string $text key NUL value NUL and so on, as Ring::read('tags') returns it
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

	/** A key that is the same for equal labels only. */
	public static function key(Series $series): string
	{
		return serialize([$series->service, $series->env, $series->host, $series->pool, $series->php, $series->tags]);
	}

	public function isKnown(Series $series): bool
	{
		return isset($this->known[self::key($series)]);
	}

	/** The series itself; if there are too many, the one that stands for all others. */
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

	/**
	 * The series for label sets beyond the bound. There is a bound for these as well, as a hostile host may make up
	 * pools and keys.
	 */
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

	/** Turns a text into UTF-8 of at most Series::MOST_BYTES bytes, without control characters. */
	public static function clean(string $text): string
	{
		if (preg_match('/^[\x20-\x7E]*$/D', $text) !== 1) {
			$text = htmlspecialchars_decode(htmlspecialchars($text, ENT_NOQUOTES | ENT_SUBSTITUTE, 'UTF-8'),
				ENT_NOQUOTES);
			$text = (string) preg_replace('/[\p{Cc}\x{2028}\x{2029}]/u', '?', $text);
		}

		return strlen($text) <= Series::MOST_BYTES ? $text
			: (string) preg_replace('/[\xC0-\xFF][\x80-\xBF]*$/D', '', substr($text, 0, Series::MOST_BYTES));
	}
}
