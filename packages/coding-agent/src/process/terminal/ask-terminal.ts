import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import type { AskOptions } from "./io.ts";

/** Asks at the terminal. Unlike Bun's `prompt` it can hide the input and be aborted. */
export async function askTerminal(question: string, options: AskOptions): Promise<string> {
	const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
	const terminal = createInterface({
		input: process.stdin,
		output: options.secret ? hidden : process.stderr,
		terminal: true,
	});
	// Raw mode disables the signals of Ctrl-C and Ctrl-D, so handle them here.
	const cancelled = new AbortController();
	terminal.once("SIGINT", () => cancelled.abort());
	terminal.once("close", () => cancelled.abort());
	const signal = options.signal ? AbortSignal.any([cancelled.signal, options.signal]) : cancelled.signal;
	// readline's output is muted for a secret, which also hides its prompt.
	if (options.secret) process.stderr.write(`${question} `);
	try {
		return await terminal.question(options.secret ? "" : `${question} `, { signal });
	} finally {
		terminal.close();
		if (options.secret || signal.aborted) process.stderr.write("\n");
	}
}
