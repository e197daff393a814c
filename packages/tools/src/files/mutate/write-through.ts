import { raceAbort } from "@oh-my-pi/pi-utils/abort";

export interface Diagnostics {
	/** `2 error(s)` */
	readonly summary: string;
	readonly messages: readonly string[];
}

/** Language servers, told of what is written. Whether they are asked at all is theirs to decide. */
export interface WriteThrough {
	/** The text as a formatter would have it. */
	format?(path: string, text: string, options: { signal: AbortSignal }): Promise<string>;
	diagnose?(
		path: string,
		text: string,
		options: { signal: AbortSignal; tool: "write" | "edit" },
	): Promise<Diagnostics | undefined>;
}

/** What servers say, in lines. */
export function diagnosticLines({ summary, messages }: Diagnostics): string[] {
	return [`LSP Diagnostics (${summary}):`, ...messages];
}

const maxWaitMs = 5000;

/** The formatted text; as it was when no formatter answers in time. */
export async function formatted(
	port: WriteThrough | undefined,
	path: string,
	text: string,
	signal: AbortSignal,
): Promise<string> {
	return (await inTime(signal, (deadline) => port?.format?.(path, text, { signal: deadline }))) ?? text;
}

/** What servers say about files just written, together; they never make a write fail. */
export async function diagnosed(
	port: WriteThrough | undefined,
	files: ReadonlyArray<{ path: string; text: string }>,
	tool: "write" | "edit",
	signal: AbortSignal,
): Promise<Diagnostics | undefined> {
	if (!port?.diagnose) return undefined;
	const ask = ({ path, text }: { path: string; text: string }) =>
		inTime(signal, (deadline) => port.diagnose?.(path, text, { signal: deadline, tool }));
	const found = (await Promise.all(files.map(ask))).filter((answer) => answer !== undefined);
	if (found.length === 0) return undefined;
	return {
		summary: found.map(({ summary }) => summary).join(", "),
		messages: found.flatMap(({ messages }) => messages),
	};
}

async function inTime<Answer>(
	signal: AbortSignal,
	ask: (deadline: AbortSignal) => Promise<Answer> | undefined,
): Promise<Answer | undefined> {
	const deadline = AbortSignal.any([signal, AbortSignal.timeout(maxWaitMs)]);
	try {
		const answer = ask(deadline);
		return answer && (await raceAbort(answer, deadline));
	} catch {
		// The file is written; a server that fails or is slow has nothing to say about it.
		return undefined;
	}
}
