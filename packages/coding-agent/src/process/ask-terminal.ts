import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import type { AskOptions } from "./io.ts";

/** Asks at the terminal with what Bun's `prompt` cannot do: hide what is typed, and take the question back. */
export async function askTerminal(question: string, options: AskOptions): Promise<string> {
	const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
	const terminal = createInterface({
		input: process.stdin,
		output: options.secret ? hidden : process.stderr,
		terminal: true,
	});
	// In raw mode Ctrl-C and Ctrl-D are only keys, and nobody else would act on them.
	const givenUp = new AbortController();
	terminal.once("SIGINT", () => givenUp.abort());
	terminal.once("close", () => givenUp.abort());
	const signal = options.signal ? AbortSignal.any([givenUp.signal, options.signal]) : givenUp.signal;
	// A hidden answer goes with a hidden prompt, so that one is written here.
	if (options.secret) process.stderr.write(`${question} `);
	try {
		return await terminal.question(options.secret ? "" : `${question} `, { signal });
	} finally {
		terminal.close();
		if (options.secret || signal.aborted) process.stderr.write("\n");
	}
}
