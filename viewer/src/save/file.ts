import { breathe } from "../data/breathe.ts";
import type { Parts } from "./source.ts";

/** All parts as one file; the page answers in between. */
export async function blobOf(parts: Parts, type: string): Promise<Blob> {
	const pieces: BlobPart[] = [];
	for (const part of parts) {
		pieces.push(part);
		await breathe();
	}
	return new Blob(pieces, { type });
}

export async function gzip(blob: Blob): Promise<Blob> {
	const packed = blob.stream().pipeThrough(new CompressionStream("gzip"));
	return new Response(packed).blob();
}

/** Hands a file to the reader's downloads. Nothing leaves the machine. */
export function save(blob: Blob, name: string): void {
	const url = URL.createObjectURL(blob);
	const link = document.createElement("a");
	link.href = url;
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A name for files, of the run's: letters, digits and a few signs. */
export function fileName(title: string): string {
	const plain = title.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[-.]+|-+$/g, "");
	return plain === "" ? "run" : plain.slice(0, 80);
}
