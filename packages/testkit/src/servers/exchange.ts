import type { IncomingMessage, ServerResponse } from "node:http";
import type { Gate } from "./replies.ts";

/** One request to the scripted model, as received. */
export interface Exchange {
	readonly path: string;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly body: Record<string, unknown>;
	/** The client disconnected before the reply was complete. */
	readonly aborted: boolean;
}

export interface RecordedExchange extends Exchange {
	/** Passed through aimock as the request's context, so that a reply finds its exchange. */
	readonly id: string;
	/** Sends `afterChunks` chunks of the reply and holds the rest until the gate opens. */
	holdWrites(hold: { afterChunks: number; gate: Gate }): void;
}

/** Adds the request to `exchanges` once its body is complete, just before aimock sees it. */
export function recordExchange(
	request: IncomingMessage,
	response: ServerResponse,
	exchanges: RecordedExchange[],
): void {
	const id = crypto.randomUUID();
	const headers = { ...request.headers };
	request.headers["x-aimock-context"] = id;
	const chunks: Uint8Array[] = [];
	let aborted = false;
	response.on("close", () => {
		aborted = !response.writableFinished;
	});
	// Hooking `emit` leaves the stream paused; a listener would make it flow before aimock listens.
	const emit = request.emit.bind(request);
	request.emit = (event: string | symbol, ...args: unknown[]) => {
		if (event === "data") chunks.push(args[0] as Uint8Array);
		if (event === "end") {
			exchanges.push({
				id,
				path: request.url ?? "/",
				headers,
				body: parseBody(chunks),
				get aborted() {
					return aborted;
				},
				holdWrites: (hold) => holdWrites(response, hold),
			});
		}
		return emit(event, ...args);
	};
}

function parseBody(chunks: readonly Uint8Array[]): Record<string, unknown> {
	const body = Buffer.concat(chunks).toString();
	try {
		return JSON.parse(body);
	} catch {
		// aimock responds with 400; the test still sees what was sent.
		return { malformed: body };
	}
}

function holdWrites(response: ServerResponse, { afterChunks, gate }: { afterChunks: number; gate: Gate }): void {
	const write = response.write.bind(response) as (...args: unknown[]) => boolean;
	const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
	const waiting: (() => void)[] = [];
	let chunkCount = 0;
	let isOpen = false;
	void gate.opened.then(() => {
		isOpen = true;
		for (const proceed of waiting) proceed();
	});
	response.write = (...args: unknown[]) => {
		if (isOpen || chunkCount++ < afterChunks) return write(...args);
		waiting.push(() => write(...args));
		return true;
	};
	response.end = (...args: unknown[]) => {
		if (isOpen) return end(...args);
		waiting.push(() => end(...args));
		return response;
	};
}
