import type { CliIo, CliOutput } from "../cli/io.ts";

/** Standard streams of this process. */
export function processIo(exit: (code: number) => never): CliIo {
	const isAttended = process.stdin.isTTY && process.stdout.isTTY;
	return {
		...(isAttended && { ask: async (question: string) => prompt(question) ?? "" }),
		exit,
		stdin: { isTTY: process.stdin.isTTY ?? false, text: () => Bun.stdin.text() },
		stdout: output(process.stdout),
		stderr: output(process.stderr),
	};
}

function output(stream: NodeJS.WriteStream): CliOutput {
	const { promise: closed, resolve: close } = Promise.withResolvers<void>();
	// A pipe nobody reads and a terminal that is gone are no failure of ours.
	stream.on("error", () => close());
	return {
		isTTY: stream.isTTY ?? false,
		closed,
		write: (text) =>
			new Promise((resolve) => {
				stream.write(text, () => resolve());
			}),
	};
}
