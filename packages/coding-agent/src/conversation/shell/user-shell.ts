import type { BashExecutionMessage, PythonExecutionMessage } from "@oh-my-pi/pi-session/entry/message";
import type { UserCommandResult } from "@oh-my-pi/pi-tools/bash/run/user-command";
import type { ShellRun } from "../hooks/hook.ts";

/** Result of a user run, with the output that is kept in memory. */
export type ShellResult = UserCommandResult;

export type Execute = (
	text: string,
	options: { readonly cwd: string; readonly signal: AbortSignal; readonly onUpdate?: (output: string) => void },
) => Promise<UserCommandResult>;

export interface UserShellPorts {
	readonly cwd: () => string;
	readonly command: Execute;
	readonly python: Execute;
	/** A result in place of running it. */
	readonly instead?: (run: ShellRun) => Promise<UserCommandResult | undefined>;
	/** Adds the result to the history. */
	readonly note: (message: BashExecutionMessage | PythonExecutionMessage) => void;
	readonly now: () => number;
}

export interface ShellRunOptions {
	/** Not sent to the model. */
	readonly excludeFromContext?: boolean;
	/** Called now and then with the whole output so far. */
	readonly onOutput?: (output: string) => void;
}

/** Executes user runs: `!` commands and `$` Python. */
export class UserShell {
	readonly #ports: UserShellPorts;
	readonly #running = new Set<AbortController>();

	constructor(ports: UserShellPorts) {
		this.#ports = ports;
	}

	get isRunning(): boolean {
		return this.#running.size > 0;
	}

	async run(command: string, options: ShellRunOptions = {}): Promise<ShellResult> {
		const result = await this.#execute("bash", command, options);
		const { artifactId } = result;
		const kept = artifactId === undefined ? {} : { artifactId };
		this.#ports.note({ role: "bashExecution", command, ...this.#noted(result, options), ...kept });
		return result;
	}

	async runPython(code: string, options: ShellRunOptions = {}): Promise<ShellResult> {
		const result = await this.#execute("python", code, options);
		this.#ports.note({ role: "pythonExecution", code, ...this.#noted(result, options) });
		return result;
	}

	/** Aborts all user runs; each returns the output it had. */
	abort(): void {
		for (const controller of this.#running) controller.abort();
	}

	async #execute(language: ShellRun["language"], text: string, options: ShellRunOptions): Promise<ShellResult> {
		const { onOutput, excludeFromContext = false } = options;
		const { command, python, instead } = this.#ports;
		const execute = language === "bash" ? command : python;
		const controller = new AbortController();
		this.#running.add(controller);
		try {
			const cwd = this.#ports.cwd();
			const { signal } = controller;
			const replacement = await instead?.({ language, text, excludeFromContext, cwd });
			if (replacement) return { workingDir: cwd, ...replacement };
			const result = await execute(text, { cwd, signal, ...(onOutput && { onUpdate: onOutput }) });
			return { workingDir: cwd, ...result };
		} finally {
			this.#running.delete(controller);
		}
	}

	#noted({ output, exitCode, cancelled, truncated }: ShellResult, { excludeFromContext }: ShellRunOptions) {
		return {
			output,
			...(exitCode !== undefined && { exitCode }),
			cancelled,
			truncated,
			...(excludeFromContext && { excludeFromContext }),
			timestamp: this.#ports.now(),
		};
	}
}
