import { type BlockText, bytesOf, piecesOf } from "./blocks.ts";
import { breathe } from "./breathe.ts";
import type { Column } from "./column.ts";
import type { RunHeader } from "./header.ts";
import { Problem } from "./problem.ts";
import { bigVarints, type Numbers, VarintReader } from "./varint.ts";

/** Called as numbers arrive: `count` of the named column are there. */
export type Progress = (name: string, count: number) => void;

/** Reads the blocks of one run, each when it is asked for. */
export class RunReader {
	constructor(
		readonly header: RunHeader,
		private readonly text: BlockText,
	) {}

	/** Reads for another header one of these blocks. */
	only(name: string, header: RunHeader): RunReader {
		return new RunReader(header, (id) => (id === this.id(name) ? this.text(id) : null));
	}

	has(name: string): boolean {
		return this.text(this.id(name)) !== null;
	}

	id(name: string): string {
		return `${this.header.blocks}-${name}`;
	}

	async bytes(name: string): Promise<Uint8Array> {
		return bytesOf(this.pieces(name));
	}

	/** A block of JSON. */
	async json<T>(name: string): Promise<T> {
		try {
			return JSON.parse(new TextDecoder().decode(await this.bytes(name)));
		} catch (error) {
			throw error instanceof Problem
				? error
				: new Problem(`The block “${this.id(name)}” is not JSON: the file was cut off or changed.`);
		}
	}

	/** Numbers that fit into the array. */
	async numbers<T extends Numbers>(name: string, into: T, progress?: Progress): Promise<T> {
		await this.decode(name, into, false, progress);
		return into;
	}

	/** Amounts of up to 64 bits. `into` may be shared with who draws before all is there. */
	async column(
		name: string,
		isSigned: boolean,
		into: Float64Array<ArrayBuffer>,
		progress?: Progress,
	): Promise<Column> {
		const reader = await this.decode(name, into, isSigned, progress);
		const exact = reader.isSafe ? null : bigVarints(await this.bytes(name), isSigned);
		return { values: into, exact };
	}

	private async decode(
		name: string,
		into: Numbers,
		isSigned: boolean,
		progress: Progress = () => {},
	): Promise<VarintReader> {
		const reader = new VarintReader(into, isSigned, this.id(name));
		for await (const piece of this.pieces(name)) {
			reader.push(piece);
			progress(name, reader.count);
			await breathe();
		}
		reader.finish();
		return reader;
	}

	pieces(name: string): AsyncGenerator<Uint8Array> {
		const pieces = piecesOf(this.text, this.id(name), this.header.coding);
		if (!pieces) {
			throw new Problem(
				`The block “${this.id(name)}” is missing: the file was cut off or changed.`,
			);
		}
		return pieces;
	}
}
