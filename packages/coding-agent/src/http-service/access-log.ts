/** One request in the access log: never a query, a header or a body, since those carry secrets. */
export interface AccessLine {
	readonly time: string;
	readonly method: string;
	/** Of a private route its pattern. */
	readonly path: string;
	readonly status: number;
	readonly ms: number;
	/** Of the body of the answer, as far as it is known. */
	readonly bytes?: number;
	/** Whose token it was. */
	readonly client?: string;
	/** How a stream ended. */
	readonly end?: string;
	/** What went wrong inside, without its message. */
	readonly error?: string;
}

/** Writes each line as JSON. */
export function jsonLines(write: (line: string) => void): (line: AccessLine) => void {
	return (line) => write(`${JSON.stringify(line)}\n`);
}
