import { closeSync, constants, openSync } from "node:fs";
import { type OutputReader, readOutput } from "./read-output.ts";

export interface OpenFifo {
	readonly output: OutputReader;
	/** Call when the command has exited: the output then ends when its last writer closes it. */
	closeOwnEnd(): void;
}

/**
 * A named pipe for the output of consecutive commands. A running shell can open it by name, and unlike the shell's
 * stdout it ends when all writers are gone.
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
		// Until the shell opens its end, a pipe without a writer would be at EOF.
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
