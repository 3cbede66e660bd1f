/** A protobuf message under way. */
export class Message {
	private bytes = new Uint8Array(256);
	private length = 0;

	/** Field numbers and lengths are small; values may be beyond 2^53. */
	varint(value: number | bigint): this {
		if (typeof value === "bigint" || value >= 2 ** 31) {
			return this.bigVarint(BigInt(value));
		}
		let rest = value;
		this.reserve(10);
		while (rest > 127) {
			this.bytes[this.length++] = (rest & 127) | 128;
			rest >>>= 7;
		}
		this.bytes[this.length++] = rest;
		return this;
	}

	number(field: number, value: number | bigint): this {
		return this.varint(field << 3).varint(value);
	}

	block(field: number, bytes: Uint8Array): this {
		this.varint((field << 3) | 2).varint(bytes.length);
		this.reserve(bytes.length);
		this.bytes.set(bytes, this.length);
		this.length += bytes.length;
		return this;
	}

	/** The bytes so far, to be used before the message goes on. */
	get view(): Uint8Array {
		return this.bytes.subarray(0, this.length);
	}

	get size(): number {
		return this.length;
	}

	/** A copy of the bytes; the message is empty again. */
	take(): Uint8Array<ArrayBuffer> {
		const taken = this.bytes.slice(0, this.length);
		this.length = 0;
		return taken;
	}

	clear(): this {
		this.length = 0;
		return this;
	}

	private bigVarint(value: bigint): this {
		let rest = BigInt.asUintN(64, value);
		this.reserve(10);
		while (rest > 127n) {
			this.bytes[this.length++] = Number(rest & 127n) | 128;
			rest >>= 7n;
		}
		this.bytes[this.length++] = Number(rest);
		return this;
	}

	private reserve(more: number): void {
		if (this.bytes.length - this.length < more) {
			const larger = new Uint8Array(2 * this.bytes.length + more);
			larger.set(this.bytes.subarray(0, this.length));
			this.bytes = larger;
		}
	}
}
