import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { quoteForShell } from "@oh-my-pi/pi-natives/shell/quote";
import type { Shell } from "@oh-my-pi/pi-natives/shell/shell";

export interface ShellLoopOptions {
	readonly shell: Shell;
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly write: (text: string) => Promise<void>;
	readonly timeoutMs?: number;
}

/** A read-eval loop for shell commands, until EOF. */
export class ShellLoop {
	readonly #options: ShellLoopOptions;
	#cwd: string;
	#lastCode = 0;
	#stop: AbortController | undefined;

	constructor(options: ShellLoopOptions) {
		this.#options = options;
		this.#cwd = options.cwd;
	}

	/** Returns the exit code of the last command. */
	async run(): Promise<number> {
		const folder = await mkdtemp(join(tmpdir(), "omp-repl-"));
		const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: this.#prompt() });
		lines.on("SIGINT", () => {
			if (this.#stop) return this.#stop.abort();
			lines.write(null, { ctrl: true, name: "u" });
			process.stdout.write("\n");
			lines.prompt();
		});
		try {
			lines.prompt();
			for await (const line of lines) {
				const command = line.trim();
				if (command === "exit" || command.startsWith("exit ")) break;
				if (command !== "") await this.#execute(command, join(folder, "cwd"));
				lines.setPrompt(this.#prompt());
				lines.prompt();
			}
			return this.#lastCode;
		} finally {
			lines.close();
			await rm(folder, { recursive: true, force: true });
		}
	}

	#prompt(): string {
		const failed = this.#lastCode === 0 ? "" : ` [${this.#lastCode}]`;
		return `omp ${basename(this.#cwd) || "/"}${failed} $ `;
	}

	async #execute(command: string, cwdFile: string): Promise<void> {
		const { shell, env, timeoutMs, write } = this.#options;
		const stop = new AbortController();
		this.#stop = stop;
		const signal =
			timeoutMs === undefined ? stop.signal : AbortSignal.any([stop.signal, AbortSignal.timeout(timeoutMs)]);
		const decoder = new TextDecoder();
		let written = Promise.resolve();
		// The shell does not keep the cwd between commands; an interactive user expects it to.
		const text = `${command}\nOMP_STATUS=$?; pwd > ${quoteForShell(cwdFile)}; (exit $OMP_STATUS)`;
		const { exitCode } = await shell.run(text, {
			cwd: this.#cwd,
			env,
			signal,
			onData: (bytes) => {
				const chunk = decoder.decode(bytes, { stream: true });
				written = written.then(() => write(chunk));
			},
		});
		await written;
		this.#stop = undefined;
		if (exitCode === null) await write(stop.signal.aborted ? "\nstopped\n" : `\nstopped after ${timeoutMs} ms\n`);
		this.#lastCode = exitCode ?? 130;
		const cwd = (await readFile(cwdFile, "utf8").catch(() => "")).trimEnd();
		if (cwd !== "") this.#cwd = cwd;
	}
}
