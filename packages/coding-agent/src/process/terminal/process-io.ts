import { fstatSync, statSync } from "node:fs";
import type { AskOptions, CliIo, CliOutput } from "./io.ts";

/** Standard streams of this process. Avoids Node's stream objects, which take 10 ms to set up. */
export function processIo(exit: (code: number) => never): CliIo {
	return {
		exit,
		get ask() {
			return isTerminal(0) && isTerminal(1) ? ask : undefined;
		},
		get askKey() {
			return isTerminal(0) && isTerminal(2) ? askKey : undefined;
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

async function askKey(question: string): Promise<string> {
	const { askKeyAtTerminal } = await import("./ask-key.ts");
	return askKeyAtTerminal(question);
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
			// EPIPE and a closed terminal are not errors.
			const written = last
				.then(async () => Bun.write(file, isTerminal(descriptor) ? await terminalText(text) : text))
				.then(() => {}, close);
			last = written;
			return written;
		},
	};
}

/** Loaded when there is something to write, since most commands write to no terminal or little. */
async function terminalText(text: string): Promise<string> {
	const sanitize = await import("@oh-my-pi/pi-tui/text/sanitize");
	return sanitize.terminalText(text);
}

const terminals = new Map<number, boolean>();

/** Looked up once: RPC writes a dozen times in a turn. */
function isTerminal(descriptor: number): boolean {
	const known = terminals.get(descriptor) ?? opensTerminal(descriptor);
	terminals.set(descriptor, known);
	return known;
}

/** Rules out pipes, files and /dev/null before loading `node:tty`, which is slow. */
function opensTerminal(descriptor: number): boolean {
	try {
		const facts = fstatSync(descriptor);
		if (!facts.isCharacterDevice() || facts.rdev === statSync("/dev/null", { throwIfNoEntry: false })?.rdev)
			return false;
	} catch {
		// A closed descriptor is not a terminal.
		return false;
	}
	return process.getBuiltinModule("node:tty").isatty(descriptor);
}
