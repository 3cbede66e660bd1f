<?php
declare(strict_types=1);

namespace XHProf\Fleet\Serve;

use XHProf\Fleet\Store\Selection;

/** The query of an address of a store's pages: pairs as Selection reads them, and "before" and "label" of the page. */
final class StoreQuery
{
	private const OF_PAGE = ['before', 'back', 'label'];

	/** @param list<array{string, string}> $pairs */
	private function __construct(public readonly array $pairs)
	{
	}

	public static function of(string $text): self
	{
		$pairs = [];
		foreach (Selection::pairs($text) as [$key, $value]) {
			if ($key !== '' && !in_array($key, Selection::OF_PLACE, true)) {
				$pairs[] = [$key, trim($value)];
			}
		}

		return new self($pairs);
	}

	/** The last value of a key; "": there is none. */
	public function value(string $key): string
	{
		$found = '';
		foreach ($this->pairs as [$name, $value]) {
			$found = $name === $key ? $value : $found;
		}

		return $found;
	}

	/** The query with this pair in place of all pairs of the key. */
	public function with(string $key, string $value): self
	{
		return new self([...$this->without($key)->pairs, [$key, $value]]);
	}

	public function without(string ...$keys): self
	{
		return new self(array_values(array_filter($this->pairs,
			static fn (array $pair): bool => !in_array($pair[0], $keys, true))));
	}

	/** The query at a fixed time. */
	public function at(int $since, int $until): self
	{
		return $this->without('since', 'until')->with('since', "@$since")->with('until', "@$until");
	}

	/** The pairs that choose profiles. */
	public function choice(): self
	{
		return $this->without(...self::OF_PAGE);
	}

	/** @return list<array{string, string}> conditions on labels and tags */
	public function conditions(): array
	{
		return array_values(array_filter($this->choice()->pairs,
			static fn (array $pair): bool => !in_array($pair[0], Selection::OF_SELECTION, true)));
	}

	public function text(): string
	{
		return implode('&', array_map(static fn (array $pair): string => rawurlencode($pair[0]) . '='
			. rawurlencode($pair[1]), array_filter($this->pairs, static fn (array $pair): bool => $pair[1] !== ''
				|| !in_array($pair[0], [...Selection::OF_SELECTION, ...self::OF_PAGE], true))));
	}

	public function link(string $page = './'): string
	{
		$text = $this->text();

		return $text === '' ? $page : "$page?$text";
	}

	/** The link to a page that can lead back to the given query. */
	public function linkTo(string $page, self $back): string
	{
		return "$page?" . $this->without('back')->text() . '&back=' . rawurlencode($back->text());
	}

	/** Keeps the conditions that the server was started with, and its time unless the reader asks for another. */
	public function selection(string $url): Selection
	{
		$base = self::of(Selection::queryOf($url));
		$text = '?' . $this->choice()->text();
		foreach ($this->value('since') === '' && $this->value('until') === '' ? ['since', 'until', 'kind']
			: ['kind'] as $key) {
			$text .= $this->value($key) === '' && $base->value($key) !== ''
				? "&$key=" . rawurlencode($base->value($key)) : '';
		}
		$asked = Selection::of($text, time());

		return $asked->with(...Selection::of('?' . $base->text(), time())->conditions, ...$asked->conditions);
	}
}
