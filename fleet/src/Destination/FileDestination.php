<?php
declare(strict_types=1);

namespace XHProf\Fleet\Destination;

use XHProf\Cli\Problem;
use XHProf\Cli\Process\AtomicFile;
use XHProf\Cli\Run\RunFormat;
use XHProf\Cli\Saved\Folder;
use XHProf\Cli\Saved\Limits;
use XHProf\Fleet\Agent\Batch;
use XHProf\Fleet\Agent\BatchPart;
use XHProf\Fleet\Agent\Delivery;
use XHProf\Fleet\Agent\Destination;

/**
 * A folder as a destination, file:DIR[?format=FORMAT&keep=LIMITS], with a file for each part. The files are named like
 * saved runs, so that all commands read them, and `xhprof list DIR` lists them. A batch that is written again replaces
 * its own files.
 */
final class FileDestination implements Destination
{
	private const FORMATS = ['json.gz', 'json', 'pprof'];

	private const FORMAT = 'json.gz';
	private const KEEP = '1024M';

	/** Old files are removed once in this many batches, because this reads the whole folder. */
	private const SWEEP_EVERY = 10;

	private int $batches = 0;

	private function __construct(private readonly string $folder, private readonly string $format,
		private readonly Limits $limits)
	{
	}

	public static function of(string $url): self
	{
		[$path, $query] = explode('?', substr($url, strlen('file:')), 2) + [1 => ''];
		parse_str($query, $options);
		$path = preg_replace('~^//(?=/)~', '', $path) ?? $path;
		$format = $options['format'] ?? self::FORMAT;
		$keep = $options['keep'] ?? self::KEEP;
		$unknown = array_diff_key($options, ['format' => 0, 'keep' => 0]);
		if ($path === '' || $unknown !== [] || !is_string($keep) || !is_string($format)
			|| !in_array($format, self::FORMATS, true)) {
			throw new Problem("\"$url\" is not a destination",
				'it is file:DIR, or file:DIR?format=FORMAT&keep=LIMITS; the formats are '
				. implode(', ', self::FORMATS));
		}
		RunFormat::needZlib($format);

		return new self($path, $format, Limits::of($keep));
	}

	public function name(): string
	{
		return "file:$this->folder" . ($this->format === self::FORMAT ? '' : "?format=$this->format");
	}

	public function takes(string $kind): bool
	{
		return true;
	}

	public function send(Batch $batch): Delivery
	{
		$batch = $batch->withoutTraces(); // a file for each trace would be too many
		$isSweep = !$this->limits->isNone() && ++$this->batches % self::SWEEP_EVERY === 1;

		return new FileDelivery($batch, fn (int $place) => $this->write($batch, $place),
			$isSweep ? $this->sweep(...) : null);
	}

	public function setUp(): array
	{
		if (is_dir($this->folder)) {
			return ["$this->folder is there"];
		}
		$this->make();

		return ["made the folder $this->folder"];
	}

	/** @throws Problem */
	private function make(): void
	{
		if (!@mkdir($this->folder, 0750, true) && !is_dir($this->folder)) {
			throw new Problem("$this->folder: could not be made: " . self::lastError());
		}
	}

	/**
	 * Writes the file of a part. It appears when it is complete and on the disk.
	 *
	 * @param int $place of the part in its batch
	 * @throws Problem if it cannot be written now
	 * @throws \RuntimeException if the part does not have what the format needs
	 */
	private function write(Batch $batch, int $place): void
	{
		if ($this->isWritten($batch, $place)) {
			return;
		}
		$text = $this->format === 'pprof' ? $this->pprof($batch, $batch->parts[$place])
			: $this->json($batch, $batch->parts[$place]);
		$this->make();
		AtomicFile::write("$this->folder/" . $this->fileOf($batch, $place), $text, true, 0640);
	}

	/**
	 * True if the file of the first part has this part as well. The file of a saved run has its allocations, too, and
	 * as JSON also its samples.
	 */
	private function isWritten(Batch $batch, int $place): bool
	{
		return $place > 0 && $batch->parts[0]->kind !== 'samples'
			&& ($this->format !== 'pprof' || $batch->parts[$place]->kind === 'alloc');
	}

	/** Removes the oldest files, so that the folder stays within its limits. */
	private function sweep(): void
	{
		(new Folder($this->folder))->sweep($this->limits);
	}

	/**
	 * The name of a part's file: the time of the window, the service, and an id that is the same each time it is sent.
	 */
	private function fileOf(Batch $batch, int $place): string
	{
		$series = $batch->parts[$place]->series;
		$service = substr((string) preg_replace('/[^\w-]+/', '_', $series->service), 0, 40);

		return gmdate('Ymd-His', $batch->from) . "-$service-" . hash('xxh64', "$batch->id $place " . $series->id())
			. '.xhprof' . RunFormat::ending($this->format);
	}

	private function json(Batch $batch, BatchPart $part): string
	{
		$meta = $part->profile->meta() === null ? self::meta($batch, $part) : null;

		return (string) $part->profile->export($this->format, meta: $meta);
	}

	private function pprof(Batch $batch, BatchPart $part): string
	{
		return (string) $part->profile->export('pprof',
			options: ['labels' => $part->series->labels(), 'started_ns' => $batch->from * 1_000_000_000,
				'duration_ns' => ($batch->until - $batch->from) * 1_000_000_000]);
	}

	/**
	 * Meta as in a saved run, for lists and filters. The profile of a part from rings began when the first of its rings
	 * was opened, so it gets the time of the window here.
	 *
	 * @return array<string, mixed>
	 */
	private static function meta(Batch $batch, BatchPart $part): array
	{
		$series = $part->series;

		$ship = ['batch' => $batch->id, 'from' => $batch->from, 'until' => $batch->until, 'kind' => $part->kind,
			'service' => $series->service, 'env' => $series->env, 'pool' => $series->pool, 'php' => $series->php];

		return ['url' => $series->tags['route'] ?? $series->service,
			'request_ts_micro' => ['sec' => $batch->from, 'usec' => 0],
			'xhprof' => ['host' => $series->host, 'tags' => (object) $series->tags, 'ship' => $ship]];
	}

	/** PHP's last error message, without the name of the function. */
	private static function lastError(): string
	{
		$said = error_get_last()['message'] ?? 'unknown error';

		return (string) preg_replace('/^.*?: (?=[^:]*$)/s', '', $said);
	}
}
