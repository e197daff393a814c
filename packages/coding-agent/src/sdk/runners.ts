import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import { runPrintMode as print } from "../modes/print/print.ts";
import { runRpcMode as serve } from "../modes/rpc/rpc.ts";
import type { CliIo } from "../process/io.ts";
import { processIo } from "../process/process-io.ts";
import type { AgentSession } from "./agent-session.ts";

export interface PrintModeOptions {
	readonly mode: "text" | "json";
	readonly initialMessage?: string;
	readonly initialImages?: readonly ImageContent[];
	/** Sent one after the other, each when the one before has been answered. */
	readonly messages?: readonly string[];
}

type Streams = Pick<CliIo, "stdin" | "stdout" | "stderr">;

/** Sends the messages and prints the answer on this process's streams; gives the exit code. The session stays open. */
export function runPrintMode(
	{ session }: AgentSession,
	options: PrintModeOptions,
	io: Streams = ownStreams(),
): Promise<number> {
	const { mode, initialMessage, initialImages = [], messages = [] } = options;
	const prompts = initialMessage === undefined ? messages : [initialMessage, ...messages];
	const { type, version, id, timestamp, cwd } = session.conversation.log.header;
	return print(session, { prompts, images: initialImages }, io, {
		mode,
		printThoughts: false,
		header: { type, version, id, timestamp, cwd },
	});
}

/** Serves the session to a host on this process's streams until that has nothing more to say; then the session is closed. */
export function runRpcMode({ session }: AgentSession, io: Streams = ownStreams()): Promise<void> {
	return serve(session, { input: io.stdin.chunks(), write: (text) => io.stdout.write(text) });
}

function ownStreams(): Streams {
	return processIo((code) => {
		throw new Error(`Ended with code ${code}`);
	});
}
