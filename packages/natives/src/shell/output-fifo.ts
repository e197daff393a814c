import { closeSync, constants, openSync } from "node:fs";
import { type OutputReader, readOutput } from "./read-output.ts";

export interface OpenFifo {
	readonly output: OutputReader;
	/** To be called when the command has ended: the output then ends with the last who holds it. */
	closeOwnEnd(): void;
}

/**
 * A named pipe for the output of one command after another. A shell that is already running can open it by its name, and
 * other than the shell's own output it ends when nobody writes any more.
 */
export class OutputFifo {
	readonly path: string;

	private constructor(path: string) {
		this.path = path;
	}

	static async make(path: string): Promise<OutputFifo> {
		const mkfifo = Bun.spawn(["mkfifo", "-m", "600", path], { stdin: "ignore", stdout: "ignore", stderr: "pipe" });
		if ((await mkfifo.exited) !== 0)
			throw new Error(`mkfifo failed: ${(await new Response(mkfifo.stderr).text()).trim()}`);
		return new OutputFifo(path);
	}

	open(onData: (bytes: Uint8Array) => void): OpenFifo {
		const readEnd = openSync(this.path, constants.O_RDONLY | constants.O_NONBLOCK);
		// Until the shell has opened its end, a pipe without a writer would count as ended.
		const writeEnd = openSync(this.path, constants.O_WRONLY | constants.O_NONBLOCK);
		const output = readOutput(Bun.file(readEnd).stream(), onData);
		const closeReadEnd = () => closeSync(readEnd);
		output.ended.then(closeReadEnd, closeReadEnd);
		let isOpen = true;
		return {
			output,
			closeOwnEnd() {
				if (isOpen) closeSync(writeEnd);
				isOpen = false;
			},
		};
	}
}
