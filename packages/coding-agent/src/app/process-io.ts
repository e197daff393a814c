import type { CliIo, CliOutput } from "../cli/io.ts";

/** Standard streams of this process. A reader that has gone away ends the program quietly. */
export function processIo(onClosedPipe: () => void): CliIo {
	return {
		stdin: { isTTY: process.stdin.isTTY ?? false, text: () => Bun.stdin.text() },
		stdout: output(process.stdout, onClosedPipe),
		stderr: output(process.stderr, () => {}),
	};
}

function output(stream: NodeJS.WriteStream, onClosedPipe: () => void): CliOutput {
	stream.on("error", (error: NodeJS.ErrnoException) => {
		if (error.code === "EPIPE" || error.code === "EIO") onClosedPipe();
	});
	return {
		isTTY: stream.isTTY ?? false,
		write: (text) =>
			new Promise((resolve) => {
				// An error arrives through the event above as well; the writer need not wait for it.
				stream.write(text, () => resolve());
			}),
	};
}
