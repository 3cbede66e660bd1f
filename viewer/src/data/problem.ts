/** The data of the report is not what the page expects; the message is for the reader. */
export class Problem extends Error {}

/** The words for a reader, of any error. */
export function wordsOf(error: unknown): string {
	if (error instanceof Problem) {
		return error.message;
	}
	const text = error instanceof Error ? error.message : String(error);
	return `The page failed on this report: ${text}. Please report this as a bug of xhprof.`;
}
