import type { Shell } from "@oh-my-pi/pi-natives/shell";
import type { BashExecutionMessage } from "@oh-my-pi/pi-session/message";
import type { ArtifactSpace } from "@oh-my-pi/pi-tools/output/artifact-space";
import { OutputSink, type SunkOutput } from "@oh-my-pi/pi-tools/output/output-sink";

/** How a command of the user's ended, and what it printed as far as it is kept here. */
export interface ShellResult {
	readonly output: string;
	/** Absent when the command was stopped. */
	readonly exitCode?: number;
	readonly cancelled: boolean;
	readonly truncated: boolean;
	readonly totalLines: number;
	readonly totalBytes: number;
	readonly outputLines: number;
	readonly outputBytes: number;
	/** Where everything is, when something is left out here. */
	readonly artifactId?: string;
	readonly workingDir?: string;
}

export interface UserShellPorts {
	readonly shell: Shell;
	readonly cwd: () => string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly artifacts: () => ArtifactSpace;
	/** Makes the result part of the conversation. */
	readonly note: (message: BashExecutionMessage) => void;
	readonly now: () => number;
}

export interface ShellRunOptions {
	/** The model never gets to see it. */
	readonly excludeFromContext?: boolean;
	/** Hears the whole output so far, whenever there is more. */
	readonly onOutput?: (output: string) => void;
}

/** Nothing a command starts here can be answered or paged through. */
const quietEnv = { PAGER: "cat", GIT_PAGER: "cat", MANPAGER: "cat", GIT_TERMINAL_PROMPT: "0", TERM: "dumb" };

/** Runs the commands that a user, not the model, wants run. */
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
		const controller = new AbortController();
		this.#running.add(controller);
		try {
			const result = await this.#execute(command, controller.signal, options);
			this.#ports.note(this.#message(command, result, options));
			return result;
		} finally {
			this.#running.delete(controller);
		}
	}

	/** Stops every command that runs; each ends with what it had printed. */
	abort(): void {
		for (const controller of this.#running) controller.abort();
	}

	async #execute(command: string, signal: AbortSignal, options: ShellRunOptions): Promise<ShellResult> {
		const { shell, artifacts } = this.#ports;
		const workingDir = this.#ports.cwd();
		using sink = new OutputSink({ artifacts: artifacts(), toolName: "bash" });
		const onData = (bytes: Uint8Array) => {
			sink.push(bytes);
			options.onOutput?.(sink.dump().text);
		};
		const env = { ...this.#ports.env, ...quietEnv };
		const { exitCode } = await shell.run(command, { cwd: workingDir, env, signal, onData });
		sink.end();
		return shellResult(sink.dump(), { cancelled: signal.aborted, exitCode, workingDir });
	}

	#message(command: string, result: ShellResult, options: ShellRunOptions): BashExecutionMessage {
		const { output, exitCode, cancelled, truncated, artifactId } = result;
		return {
			role: "bashExecution",
			command,
			output,
			...(exitCode !== undefined && { exitCode }),
			cancelled,
			truncated,
			...(artifactId !== undefined && { artifactId }),
			...(options.excludeFromContext && { excludeFromContext: true }),
			timestamp: this.#ports.now(),
		};
	}
}

function shellResult(
	sunk: SunkOutput,
	end: { cancelled: boolean; exitCode: number | null; workingDir: string },
): ShellResult {
	const { text, truncated, totalLines, totalBytes } = sunk;
	const { truncation } = sunk.meta ?? {};
	return {
		output: end.cancelled ? `[Command cancelled]\n${text}` : text,
		...(!end.cancelled && end.exitCode !== null && { exitCode: end.exitCode }),
		cancelled: end.cancelled,
		truncated,
		totalLines,
		totalBytes,
		outputLines: truncation?.outputLines ?? totalLines,
		outputBytes: truncation?.outputBytes ?? totalBytes,
		...(truncation?.artifactId !== undefined && { artifactId: truncation.artifactId }),
		workingDir: end.workingDir,
	};
}
