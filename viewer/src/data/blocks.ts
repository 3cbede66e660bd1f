import { Problem } from "./problem.ts";

/** Where the text of a block comes from: the page's <script> elements, or a test's own. */
export type BlockText = (id: string) => string | null;

/** Base64 characters decoded at once: a slice of a millisecond, so that the page answers in between. */
const SLICE = 1 << 18;

export const blocksOfPage: BlockText = (id) => document.getElementById(id)?.textContent ?? null;

/** The bytes of a block, in pieces, unpacked; null: there is no such block. */
export function piecesOf(
	text: BlockText,
	id: string,
	coding: "gzip" | "plain",
): AsyncGenerator<Uint8Array> | null {
	const base64 = text(id)?.trim();
	if (base64 === undefined) {
		return null;
	}
	const packed = decoded(base64, id);
	return read(coding === "gzip" ? packed.pipeThrough(unpacker()) : packed, id);
}

/** All bytes of a block. */
export async function bytesOf(pieces: AsyncGenerator<Uint8Array>): Promise<Uint8Array> {
	const parts: BlobPart[] = [];
	for await (const piece of pieces) {
		parts.push(piece as BlobPart);
	}
	return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function unpacker(): ReadableWritablePair<Uint8Array, Uint8Array> {
	return new DecompressionStream("gzip") as ReadableWritablePair<Uint8Array, Uint8Array>;
}

function decoded(base64: string, id: string): ReadableStream<Uint8Array> {
	let at = 0;
	return new ReadableStream<Uint8Array>({
		pull(controller) {
			if (at >= base64.length) {
				controller.close();
				return;
			}
			controller.enqueue(bytesOfBase64(base64.slice(at, at + SLICE), id));
			at += SLICE;
		},
	});
}

/** Browsers since 2025 decode in a twentieth of the time. */
const { fromBase64 } = Uint8Array as { fromBase64?: (text: string) => Uint8Array };

function bytesOfBase64(base64: string, id: string): Uint8Array {
	try {
		return fromBase64 ? fromBase64.call(Uint8Array, base64) : bytesOfBinary(atob(base64));
	} catch {
		throw new Problem(`The block “${id}” is not base64: the file was cut off or changed.`);
	}
}

function bytesOfBinary(binary: string): Uint8Array {
	const bytes = new Uint8Array(binary.length);
	for (let i = 0; i < bytes.length; i++) {
		bytes[i] = binary.charCodeAt(i);
	}
	return bytes;
}

async function* read(stream: ReadableStream<Uint8Array>, id: string): AsyncGenerator<Uint8Array> {
	const reader = stream.getReader();
	while (true) {
		const { done, value } = await reader.read().catch((error: unknown) => {
			throw error instanceof Problem
				? error
				: new Problem(`The block “${id}” cannot be unpacked: the file was cut off or changed.`);
		});
		if (done) {
			return;
		}
		yield value;
	}
}
