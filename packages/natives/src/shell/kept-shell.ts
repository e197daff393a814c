import { readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { killMarkedOnExit, killOnExit } from "../process/guardian.ts";
import { killFirstOnOom } from "../process/process-memory.ts";
import { killTree, type TreeRoot, treeRoot } from "../process/process-tree.ts";
import type { InBox } from "../sandbox/in-box.ts";
import { findBoxedShell } from "./find-boxed-shell.ts";
import { OutputFifo } from "./output-fifo.ts";
import { quoteForShell } from "./quote.ts";
import { drainLimits, killGraceMs, type ShellRun, type ShellRunOptions } from "./shell.ts";
import type { ShellFamily } from "./shell-family.ts";

export interface KeptShellOptions {
	readonly shellPath: string;
	readonly args: readonly string[];
	readonly family: ShellFamily;
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** An empty folder of its own. */
	readonly folder: string;
	/** Shell code that runs once at the start. */
	readonly init: string;
	readonly id: string;
	readonly inBox?: InBox | undefined;
}

/** A shell process that runs one command after another and keeps exports, functions and options. */
export class KeptShell {
	readonly #options: KeptShellOptions;
	readonly #child: Bun.Subprocess<"pipe", "pipe", "ignore">;
	readonly #root: TreeRoot;
	/** Unregisters it from the guardian. */
	readonly #forget: () => void;
	#fifo: OutputFifo;
	#fifoCount = 1;
	#onStatus: (status: Status) => void = () => {};
	#isBusy = false;
	/** Where it says that a command is over. */
	#statusPipe: string | undefined;
	/** Of the shell itself, which in a box is not the process that was started; 0 where it cannot be found. */
	#shellPid: number;
	/** A background process of a command still has its output open. */
	leftSomething = false;

	/** Rejects when the shell exits before it is ready, or is not ready in time. */
	static async start(options: KeptShellOptions, startup: { maxMs: number }): Promise<KeptShell> {
		const fifo = await OutputFifo.make(join(options.folder, "output"));
		const shell = new KeptShell(options, fifo);
		let timer: Timer | undefined;
		const tooLate = new Promise<never>((_, reject) => {
			timer = setTimeout(() => reject(new Error(`The shell was not ready after ${startup.maxMs} ms`)), startup.maxMs);
		});
		try {
			await Promise.race([shell.#nextStatus(), tooLate]);
			if (!shell.isAlive) throw new Error("The shell exited during startup");
			if (options.inBox) shell.#shellPid = findBoxedShell(shell.#child.pid, options.shellPath);
			shell.#statusPipe = findOutput(shell.#shellPid);
			return shell;
		} catch (error) {
			await shell.kill();
			throw error;
		} finally {
			clearTimeout(timer);
		}
	}

	private constructor(options: KeptShellOptions, fifo: OutputFifo) {
		this.#options = options;
		this.#fifo = fifo;
		writeFileSync(this.#initFile, options.init, { mode: 0o600 });
		const command = [options.shellPath, ...options.family.args, ...options.args, "-c", this.#loop()];
		this.#child = Bun.spawn([...(options.inBox?.(command) ?? command)], {
			cwd: options.cwd,
			env: { ...options.env, [markName]: options.id },
			stdin: "pipe",
			stdout: "pipe",
			stderr: "ignore",
			detached: true,
		});
		this.#shellPid = this.#child.pid;
		this.#child.unref();
		killFirstOnOom(this.#child.pid);
		this.#forget = killOnExit(this.#child.pid);
		killMarkedOnExit(markName, options.id);
		void ignoreFailure(
			this.#child.exited.then(() => this.#forgetEnded()),
			"an exited shell that stays registered is only looked for once more at exit",
		);
		// A process without our environment variable may still have the output open.
		const mark = { variable: `${markName}=${options.id}`, folder: options.folder };
		this.#root = { ...treeRoot(this.#child.pid), mark };
		void ignoreFailure(this.#listen(), "a shell whose status pipe breaks counts as exited");
	}

	get isAlive(): boolean {
		return this.#child.exitCode === null && this.#child.signalCode === null;
	}

	/** One command at a time. An abort kills the shell and its descendants. */
	async run(command: string, options: Omit<ShellRunOptions, "env">): Promise<ShellRun> {
		const { cwd, variables = {}, signal, onData, enough } = options;
		// Stopped while the shell was still starting.
		if (signal.aborted) return { exitCode: null };
		const { output, closeOwnEnd } = this.#fifo.open(onData);
		let killing: Promise<void> | undefined;
		const kill = () => {
			killing ??= this.kill();
		};
		const stop = () => output.stop();
		const settled = new AbortController();
		signal.addEventListener("abort", kill, { once: true });
		enough?.addEventListener("abort", stop, { once: true });
		this.#isBusy = true;
		try {
			const status = this.#nextStatus();
			writeFileSync(this.#callFile, this.#call(command, cwd, variables), { mode: 0o600 });
			this.#child.stdin.write("\n");
			await this.#child.stdin.flush();
			const { exitCode, folder, isStuck } = await this.#end(status, AbortSignal.any([signal, settled.signal]));
			if (signal.aborted || isStuck) kill();
			await killing;
			if (isStuck) onData(new TextEncoder().encode(stuckText));
			closeOwnEnd();
			if (!(await output.settle(drainLimits))) await this.#leaveOutput();
			return { exitCode: signal.aborted ? null : exitCode, ...(folder && { endFolder: folder }) };
		} finally {
			settled.abort();
			this.#isBusy = false;
			this.#forgetEnded();
			closeOwnEnd();
			signal.removeEventListener("abort", kill);
			enough?.removeEventListener("abort", stop);
		}
	}

	/** Lets the shell exit by itself; background processes continue. */
	end(): void {
		void ignoreFailure(() => this.#child.stdin.end(), "a closed stdin belongs to a shell that has exited");
	}

	async kill(): Promise<void> {
		await killTree(this.#root, { graceMs: killGraceMs });
		this.#forget();
	}

	/** While the output of the last command is still read, it is unknown whether it left processes behind. */
	#forgetEnded(): void {
		if (!this.isAlive && !this.#isBusy && !this.leftSomething) this.#forget();
	}

	get #initFile(): string {
		return join(this.#options.folder, "init");
	}

	get #callFile(): string {
		return join(this.#options.folder, "call");
	}

	/**
	 * The shell's loop: prints exit code and folder of the last command, waits for a line, runs the call file, until stdin
	 * closes.
	 */
	#loop(): string {
		const { family, id } = this.#options;
		const init = `${family.include(quoteForShell(this.#initFile))} </dev/null >/dev/null 2>&1`;
		const say = `${family.builtin} echo "${id} $? $PWD"`;
		const wait = `IFS= ${family.builtin} read -r OMP_CALL`;
		// The one-iteration loop catches a `break` or `continue` outside of the command's own loops.
		const step = `for OMP_CALL in 1; do ${family.include(quoteForShell(this.#callFile))}; done`;
		return `${init}; while ${say}; ${wait}; do ${step}; done`;
	}

	#call(command: string, cwd: string, variables: Readonly<Record<string, string>>): string {
		const { builtin, evaluate } = this.#options.family;
		const names = Object.keys(variables);
		const assignments = names.map((name) => `${name}=${quoteForShell(variables[name] ?? "")} `);
		// Not every shell passes on assignments before a builtin.
		const text = names.length > 0 ? `export ${names.join(" ")}; ${command}` : command;
		const run = `${assignments.join("")}${evaluate} ${quoteForShell(text)}`;
		return `{ ${builtin} cd -- ${quoteForShell(cwd)} && ${run}; } </dev/null >${quoteForShell(this.#fifo.path)} 2>&1\n`;
	}

	/** The exit code of the current command; that of the shell when it exits first, `null` when it was killed. */
	#nextStatus(): Promise<Status> {
		const reported = new Promise<Status>((resolve) => {
			this.#onStatus = resolve;
		});
		return Promise.race([reported, this.#child.exited.then(() => ({ exitCode: this.#child.exitCode }))]);
	}

	async #end(status: Promise<Status>, signal: AbortSignal): Promise<Status & { readonly isStuck?: boolean }> {
		const stuck = this.#whenStuck(signal).then((isStuck) => (isStuck ? { exitCode: null, isStuck } : status));
		return Promise.race([status, stuck]);
	}

	/**
	 * Whether the command is over and the shell never says so: `set -o noexec`, a trap or a function in place of a builtin keeps
	 * the loop from running. Between commands its output is the status pipe and no longer the FIFO. Without /proc nobody knows.
	 */
	async #whenStuck(signal: AbortSignal): Promise<boolean> {
		for (let isBackInLoop = false; !signal.aborted; ) {
			await sleep(stuckCheckMs, signal);
			const wasBackInLoop = isBackInLoop;
			isBackInLoop = this.isAlive && findOutput(this.#shellPid) === this.#statusPipe;
			if (this.#statusPipe !== undefined && wasBackInLoop && isBackInLoop) return !signal.aborted;
		}
		return false;
	}

	async #listen(): Promise<void> {
		const decoder = new TextDecoder();
		const line = new RegExp(`${this.#options.id} (\\d+) ([^\n]*)\n`);
		let text = "";
		for await (const chunk of this.#child.stdout) {
			text += decoder.decode(chunk, { stream: true });
			const found = line.exec(text);
			// Other output here comes from traps and startup files.
			text = found ? text.slice(found.index + found[0].length) : text.slice(-maxStatusLine);
			if (found) this.#onStatus({ exitCode: Number(found[1]), folder: found[2] });
		}
	}

	/** The pipe stays with the processes that still write to it; the next command gets a new one. */
	async #leaveOutput(): Promise<void> {
		this.leftSomething = true;
		if (!this.isAlive) return;
		this.#fifo = await OutputFifo.make(join(this.#options.folder, `output-${++this.#fifoCount}`));
	}
}

interface Status {
	readonly exitCode: number | null;
	readonly folder?: string | undefined;
}

/** Looked at twice, since the shell is on its way from one to the other for a moment. */
const stuckCheckMs = 700;
const stuckText =
	"\n[The command left the shell unable to run another one (noexec, a trap, or a redefined builtin). It was replaced: exports and functions are gone.]\n";

/** Where a process writes to; `undefined` where that cannot be seen. */
function findOutput(pid: number): string | undefined {
	try {
		return readlinkSync(`/proc/${pid}/fd/1`);
	} catch {
		return undefined;
	}
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		if (signal.aborted) {
			resolve();
			return;
		}
		const timer = setTimeout(done, ms);
		signal.addEventListener("abort", done, { once: true });
		function done(): void {
			clearTimeout(timer);
			signal.removeEventListener("abort", done);
			resolve();
		}
	});
}

/** Marks all descendants of a shell, so that they are found even when reparented. */
const markName = "OMP_SHELL_ID";
const maxStatusLine = 8192;
