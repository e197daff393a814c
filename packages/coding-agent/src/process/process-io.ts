import { fstatSync, statSync } from "node:fs";
import type { AskOptions, CliIo, CliOutput } from "./io.ts";

/** Standard streams of this process. Node's stream objects take 10 ms to set up, so they are left alone here. */
export function processIo(exit: (code: number) => never): CliIo {
	return {
		exit,
		get ask() {
			return isTerminal(0) && isTerminal(1) ? ask : undefined;
		},
		stdin: {
			get isTTY() {
				return isTerminal(0);
			},
			text: () => Bun.stdin.text(),
			chunks: () => Bun.stdin.stream(),
		},
		stdout: output(1, Bun.stdout),
		stderr: output(2, Bun.stderr),
	};
}

async function ask(question: string, options?: AskOptions): Promise<string> {
	if (!options) return prompt(question) ?? "";
	const { askTerminal } = await import("./ask-terminal.ts");
	return askTerminal(question, options);
}

function output(descriptor: number, file: Bun.BunFile): CliOutput {
	const { promise: closed, resolve: close } = Promise.withResolvers<void>();
	let last: Promise<unknown> = Promise.resolve();
	return {
		get isTTY() {
			return isTerminal(descriptor);
		},
		closed,
		write(text) {
			// A pipe nobody reads and a terminal that is gone are no failure of ours.
			const written = last.then(() => Bun.write(file, text)).then(() => {}, close);
			last = written;
			return written;
		},
	};
}

/** Pipes, files and the null device are told apart without loading the terminal module, which costs as much as starting Bun. */
function isTerminal(descriptor: number): boolean {
	try {
		const facts = fstatSync(descriptor);
		if (!facts.isCharacterDevice() || facts.rdev === statSync("/dev/null", { throwIfNoEntry: false })?.rdev)
			return false;
	} catch {
		// A closed descriptor is no terminal.
		return false;
	}
	return process.getBuiltinModule("node:tty").isatty(descriptor);
}
