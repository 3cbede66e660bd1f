<?php
declare(strict_types=1);

namespace XHProf\Fleet\Store;

/**
 * Finds the labels of a selection that say something, and sorts them for people.
 *
 * @phpstan-import-type Weight from ClickHouseStore
 */
final class LabelWeights
{
	/**
	 * The labels in their order: after the service the tags, which say most.
	 *
	 * @param array<string, list<Weight>> $weights as ClickHouseStore::weights() returns them
	 * @return list<string>
	 */
	public static function labels(array $weights): array
	{
		$tags = array_diff(array_map(strval(...), array_keys($weights)), ['', ...Selection::LABELS]);
		sort($tags);

		return array_values(array_filter(['service', ...$tags, ...array_slice(Selection::LABELS, 1)],
			static fn (string $label): bool => isset($weights[$label])));
	}

	/**
	 * The labels, except the service, whose value is the same in all of the selection.
	 *
	 * @param array<string, list<Weight>> $weights
	 * @return array<string, string> values by label
	 */
	public static function alike(array $weights): array
	{
		$alike = [];
		foreach (self::labels($weights) as $label) {
			if ($label !== 'service' && count($weights[$label]) === 1
				&& $weights[$label][0]['samples'] === $weights[''][0]['samples']) {
				$alike[$label] = $weights[$label][0]['name'];
			}
		}

		return $alike;
	}

	/**
	 * "env=production pool=www": the labels whose values are not empty.
	 *
	 * @param array<string, string> $alike
	 */
	public static function text(array $alike): string
	{
		$alike = array_filter($alike, static fn (string $value): bool => $value !== '');

		return implode(' ', array_map(static fn (string $label, string $value): string => self::name($label)
			. "=$value", array_keys($alike), $alike));
	}

	/** The label as it is written in the URL of a store. */
	public static function name(string $label): string
	{
		$tag = str_starts_with($label, Selection::TAG) ? substr($label, strlen(Selection::TAG)) : $label;

		return in_array($tag, Selection::LABELS, true) ? $label : $tag;
	}
}
