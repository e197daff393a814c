import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import { runPrintMode as print } from "../modes/print/print.ts";
import { runRpcMode as serve } from "../modes/rpc/rpc.ts";
import type { CliIo } from "../process/terminal/io.ts";
import { processIo } from "../process/terminal/process-io.ts";
import type { AgentSession } from "./session/agent-session.ts";

export interface PrintModeOptions {
	readonly mode: "text" | "json";
	readonly initialMessage?: string;
	readonly initialImages?: readonly ImageContent[];
	/** Each is sent after the previous one has settled. */
	readonly messages?: readonly string[];
}

type Streams = Pick<CliIo, "stdin" | "stdout" | "stderr">;

/** Sends the messages and prints the reply; returns the exit code. The session stays open. */
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

/** Serves RPC on stdin and stdout until stdin ends, then closes the session. */
export function runRpcMode({ session }: AgentSession, io: Streams = ownStreams()): Promise<void> {
	return serve(session, { input: io.stdin.chunks(), write: (text) => io.stdout.write(text) });
}

function ownStreams(): Streams {
	return processIo((code) => {
		throw new Error(`Exited with code ${code}`);
	});
}
