import { raceAbort } from "@oh-my-pi/pi-utils/abort";

export interface Diagnostics {
	/** `2 error(s)` */
	readonly summary: string;
	readonly messages: readonly string[];
}

/** A file that a tool has changed. */
export interface WrittenFile {
	/** Absolute. */
	readonly path: string;
	/** Absent for a new file. */
	readonly before: string | undefined;
	/** Absent for a file that is gone. */
	readonly text: string | undefined;
}

/** A file that a tool is about to change. */
export interface PlannedFile extends WrittenFile {
	readonly text: string;
}

/** The call of a tool. */
export interface WriteThroughOptions {
	readonly tool: "write" | "edit";
	/** Ends the call. */
	readonly signal: AbortSignal;
	/** Ends only the wait for answers. */
	readonly deadline: AbortSignal;
}

/** Language servers, told of what is written. Whether they are asked at all is theirs to decide. */
export interface WriteThrough {
	/** A file is about to be written: gives the text to write, formatted where the user wants that. */
	beforeWrite?(file: PlannedFile, options: WriteThroughOptions): Promise<string>;
	/** What is wrong with files that were just written. At the deadline it says what it has. */
	diagnose?(files: readonly WrittenFile[], options: WriteThroughOptions): Promise<Diagnostics | undefined>;
}

/** What servers say, in lines. */
export function diagnosticLines({ summary, messages }: Diagnostics): string[] {
	const heading = `LSP Diagnostics (${summary})`;
	return messages.length === 0 ? [heading] : [`${heading}:`, ...messages];
}

/** How long a call waits for formatters and servers, together. */
export const writeThroughLimitMs = 5000;
/** To say who has not answered. */
const graceMs = 500;

/** The time that a call has for language servers. They never make it fail. */
export class WriteThroughCall {
	readonly #port: WriteThrough;
	readonly #options: WriteThroughOptions;
	readonly #end: AbortSignal;

	constructor(port: WriteThrough, call: { readonly tool: "write" | "edit"; readonly signal: AbortSignal }) {
		this.#port = port;
		this.#options = { ...call, deadline: AbortSignal.timeout(writeThroughLimitMs) };
		this.#end = AbortSignal.any([call.signal, AbortSignal.timeout(writeThroughLimitMs + graceMs)]);
	}

	/** The text to write; as it is when no formatter answers in time. */
	async beforeWrite(file: PlannedFile): Promise<string> {
		return (await this.#inTime(() => this.#port.beforeWrite?.(file, this.#options))) ?? file.text;
	}

	diagnose(files: readonly WrittenFile[]): Promise<Diagnostics | undefined> {
		return this.#inTime(() => this.#port.diagnose?.(files, this.#options));
	}

	async #inTime<Answer>(ask: () => Promise<Answer> | undefined): Promise<Answer | undefined> {
		try {
			const answer = ask();
			return answer && (await raceAbort(answer, this.#end));
		} catch {
			// A server that fails or is slow has nothing to say about the file.
			return undefined;
		}
	}
}
