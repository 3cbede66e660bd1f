<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet\Otlp;

use XHProf\Cli\Fleet\Batch;
use XHProf\Cli\Fleet\BatchPart;
use XHProf\Cli\Fleet\Series;
use XHProf\Cli\JsonName;

/**
 * An ExportProfilesServiceRequest in JSON: a resource for each service, host and pool, and in it a profile for each
 * value. Tags are attributes of samples.
 */
final class Request
{
	private readonly Dictionary $dictionary;

	/** @var array<string, array<string, Values>> by the resource, and by kind and value */
	private array $resources = [];

	public function __construct(private readonly Batch $batch)
	{
		$this->dictionary = new Dictionary();
	}

	/** @throws \RuntimeException if the part has no call paths */
	public function add(BatchPart $part): void
	{
		$stacks = $part->profile->stacks();
		$declared = $part->profile->functions();
		// A store adds up profiles with equal types and attributes: samples and traced runs must differ.
		$attributes = [$this->dictionary->attribute('kind', $part->kind)];
		foreach ($part->series->tags as $key => $value) {
			$attributes[] = $this->dictionary->attribute($key === 'kind' ? 'tag_kind' : (string) $key, $value);
		}
		$set = implode(',', $attributes);
		$columns = $this->columns($part);
		foreach ($stacks as $row) {
			if (($row['samples'] | $row['wall_ns'] | $row['cpu_ns']) === 0) {
				continue;
			}
			$stack = $this->dictionary->stack($row['frames'], $declared);
			foreach ($columns as $key => $column) {
				$column->add($stack, $set, $row[$key]);
			}
		}
	}

	/** @return array{samples: Values, wall_ns: Values, cpu_ns: Values} */
	private function columns(BatchPart $part): array
	{
		$resource = self::resource($part->series);
		$periodNs = max(1, $part->profile->summary()['interval_ns'] ?? 1);
		$named = fn (string $name, string $unit): Values => $this->resources[$resource]["$part->kind $name $periodNs"]
			??= new Values($this->dictionary->type($name, $unit), $this->dictionary->type('wall', 'nanoseconds'), $periodNs);

		return ['samples' => $named($part->kind === 'samples' ? 'samples' : 'calls', 'count'), 'wall_ns' => $named('wall', 'nanoseconds'),
			'cpu_ns' => $named('cpu', 'nanoseconds')];
	}

	/** A Resource. */
	private static function resource(Series $series): string
	{
		$pairs = [];
		$attributes = ['service.name' => $series->service, 'deployment.environment.name' => $series->env, 'host.name' => $series->host,
			'process.runtime.name' => 'php', 'process.runtime.version' => $series->php, 'php.fpm.pool' => $series->pool];
		foreach ($attributes as $key => $value) {
			if ($value !== '') {
				$pairs[] = ['key' => $key, 'value' => ['stringValue' => JsonName::text($value)]];
			}
		}

		return Dictionary::entry(['attributes' => $pairs]);
	}

	public function message(): string
	{
		$scope = Dictionary::entry(['name' => 'xhprof', 'version' => phpversion('xhprof') ?: '']);
		$resources = [];
		$number = 0;
		foreach ($this->resources as $resource => $columns) {
			$profiles = [];
			foreach ($columns as $column) {
				$id = hash('xxh128', "{$this->batch->id} " . ++$number);
				$profiles[] = $column->message($this->batch->from, $this->batch->until, $id);
			}
			$resources[] = "{\"resource\":$resource,\"scopeProfiles\":[{\"scope\":$scope,\"profiles\":["
				. implode(',', array_filter($profiles)) . ']}]}';
		}

		return '{"resourceProfiles":[' . implode(',', $resources) . '],"dictionary":' . $this->dictionary->message() . '}';
	}
}
