<?php
declare(strict_types=1);

namespace XHProf\Fleet\Otlp;

use XHProf\Fleet\Agent\Batch;
use XHProf\Fleet\Agent\BatchPart;
use XHProf\Fleet\Agent\Series;

/**
 * An ExportProfilesServiceRequest. It has a resource for each service, environment, host, version of PHP and pool, with
 * a profile for each type of value. Tags are attributes of samples.
 */
final class Request
{
	/**
	 * @var array<string, list<array{string, string, list<string>}>> the values of each kind of part: type, unit, and
	 *     keys for StackReader::stacks()
	 */
	private const VALUES = [
		'samples' => [['samples', 'count', ['own_samples']], ...self::TIMES],
		'trace' => [['calls', 'count', ['calls']], ...self::TIMES],
		'alloc' => [
			['allocated_objects', 'count', ['own_allocs']],
			['allocated_space', 'bytes', ['own_alloc_bytes']],
			['inuse_objects', 'count', ['own_allocs', 'own_frees']],
			['inuse_space', 'bytes', ['own_live_bytes']],
		],
	];

	private const TIMES = [['wall', 'nanoseconds', ['own_wall_ns']], ['cpu', 'nanoseconds', ['own_cpu_ns']]];

	private readonly Dictionary $dictionary;

	/** @var array<string, array<string, Values>> by resource, and by kind and value */
	private array $resources = [];

	public function __construct(private readonly Batch $batch)
	{
		$this->dictionary = new Dictionary();
	}

	/** @throws \RuntimeException if the part has no call paths */
	public function add(BatchPart $part): void
	{
		$reader = new StackReader($part->profile, $this->dictionary);
		$about = $this->about($part);
		$profiles = $this->profiles($part);
		foreach ($reader->stacks(array_column(self::VALUES[$part->kind], 2)) as $stack => $values) {
			foreach ($values as $place => $value) {
				$profiles[$place]->add($stack, $about, $value);
			}
		}
	}

	/**
	 * The fields that all Samples of a part share. A store adds up profiles with equal types and attributes, so the
	 * kind is an attribute: samples and traced runs must not be added up.
	 */
	private function about(BatchPart $part): string
	{
		$tags = new Tags($part->series->tags);
		$places = [$this->dictionary->attribute('kind', $part->kind)];
		foreach ($tags->attributes as $key => $value) {
			$places[] = $this->dictionary->attribute($key, $value);
		}
		$link = $part->trace !== ''
			? $this->dictionary->link((string) hex2bin($part->trace), (string) hex2bin($part->span))
			: ($tags->trace === '' ? 0 : $this->dictionary->link($tags->trace, $tags->span));

		return (new WireMessage())->bytes(2, WireMessage::packed($places))->number(3, $link)->text();
	}

	/** @return list<Values> */
	private function profiles(BatchPart $part): array
	{
		$resource = self::resource($part->series);
		$summary = $part->profile->summary();
		$period = max(1, $summary[$part->kind === 'alloc' ? 'alloc_interval' : 'interval_ns'] ?? 1);
		$periodType = $part->kind === 'alloc' ? ['allocated_bytes', 'bytes']
			: [($summary['clock'] ?? '') === 'cpu' ? 'cpu' : 'wall', 'nanoseconds'];

		return array_map(fn (array $value): Values =>
			$this->resources[$resource]["$part->kind $value[0] $periodType[0] $period"] ??=
				new Values([$value[0], $value[1]], $periodType, $period), self::VALUES[$part->kind]);
	}

	/** A Resource. */
	private static function resource(Series $series): string
	{
		$message = new WireMessage();
		$attributes = ['service.name' => $series->service, 'deployment.environment.name' => $series->env,
			'host.name' => $series->host, 'process.runtime.name' => 'php', 'process.runtime.version' => $series->php,
			'php.fpm.pool' => $series->pool];
		foreach (array_filter($attributes, static fn (string $value): bool => $value !== '') as $key => $value) {
			$message->entry(1, (new WireMessage())->bytes(1, $key)->entry(2, Dictionary::any($value)));
		}

		return $message->text();
	}

	public function message(): string
	{
		$scope = (new WireMessage())->bytes(1, 'xhprof')->bytes(2, phpversion('xhprof') ?: '');
		$message = new WireMessage();
		$number = 0;
		foreach ($this->resources as $resource => $profiles) {
			$ofScope = (new WireMessage())->entry(1, $scope);
			foreach ($profiles as $values) {
				$profile = $values->message($this->dictionary, $this->batch->from, $this->batch->until,
					hash('xxh128', "{$this->batch->id} " . ++$number, true));
				$profile === null || $ofScope->entry(2, $profile);
			}
			$message->entry(1, (new WireMessage())->entry(1, $resource)->entry(2, $ofScope));
		}

		return $message->entry(2, $this->dictionary->message())->text();
	}
}
