import { Problem } from "./problem.ts";

/** The arrays that numbers are decoded into: doubles, or 32 bits where that is known to be enough. */
export type Numbers =
	| Float64Array<ArrayBuffer>
	| Int32Array<ArrayBuffer>
	| Uint32Array<ArrayBuffer>;

/** Doubles hold integers up to here; 2^53 + 1 is rounded to it, so that a sum of it is none to be trusted. */
const EXACT = 2 ** 53;

/** Decodes LEB128, piece by piece, into an array of known length. */
export class VarintReader {
	/** How many numbers are decoded. */
	count = 0;
	/** The sum of what was read, before the sign: beyond 2^53 no sum of these numbers is safe as doubles. */
	private sum = 0;
	private value = 0;
	private scale = 1;

	constructor(
		private readonly into: Numbers,
		private readonly isSigned: boolean,
		private readonly name: string,
	) {}

	push(bytes: Uint8Array): void {
		const { into, isSigned } = this;
		let { count, value, scale, sum } = this;
		for (let at = 0; at < bytes.length; at++) {
			const byte = bytes[at]!;
			value += (byte & 127) * scale;
			if (byte > 127) {
				scale *= 128;
				continue;
			}
			if (count >= into.length || scale > 2 ** 63) {
				throw new Problem(
					`The block “${this.name}” has more than the ${into.length} numbers it should have.`,
				);
			}
			sum += value;
			into[count++] = isSigned ? unzigzag(value) : value;
			value = 0;
			scale = 1;
		}
		this.count = count;
		this.value = value;
		this.scale = scale;
		this.sum = sum;
	}

	/** Throws unless all numbers are there. */
	finish(): void {
		if (this.count !== this.into.length || this.scale !== 1) {
			const found = `${this.count} of ${this.into.length} numbers`;
			throw new Problem(`The block “${this.name}” has ${found}: the file was cut off or changed.`);
		}
	}

	/** Any sum of these numbers is exact as a double. */
	get isSafe(): boolean {
		return this.sum < EXACT;
	}
}

function unzigzag(value: number): number {
	return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

/** The same numbers without the limit of doubles; slow, for columns that are not safe. */
export function bigVarints(bytes: Uint8Array, isSigned: boolean): bigint[] {
	const numbers: bigint[] = [];
	let value = 0n;
	let shift = 0n;
	for (const byte of bytes) {
		value |= BigInt(byte & 127) << shift;
		if (byte > 127) {
			shift += 7n;
			continue;
		}
		numbers.push(isSigned ? (value & 1n ? -((value + 1n) >> 1n) : value >> 1n) : value);
		value = 0n;
		shift = 0n;
	}
	return numbers;
}
