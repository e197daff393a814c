import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import type { AskOptions } from "../cli/io.ts";

/** Asks at the terminal with what Bun's `prompt` cannot do: hide what is typed, and take the question back. */
export async function askTerminal(question: string, options: AskOptions): Promise<string> {
	process.stderr.write(`${question} `);
	const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
	const terminal = createInterface({
		input: process.stdin,
		output: options.secret ? hidden : process.stderr,
		terminal: true,
	});
	try {
		return await terminal.question("", options.signal ? { signal: options.signal } : {});
	} finally {
		terminal.close();
		if (options.secret || options.signal?.aborted) process.stderr.write("\n");
	}
}
