import { Type } from "../../../features/extensions/schema/typebox.ts";
import { processHost } from "../../../process/process-host.ts";
import { type FolderTool, textResult } from "./folder-tool.ts";
import { truncateTail } from "./truncate.ts";

/** How commands run; another one runs them in a container or on another machine. */
export interface BashOperations {
	exec(
		command: string,
		cwd: string,
		options: {
			readonly onData: (data: Buffer) => void;
			readonly signal?: AbortSignal | undefined;
			/** Seconds. */
			readonly timeout?: number | undefined;
			readonly env?: Readonly<Record<string, string | undefined>> | undefined;
		},
	): Promise<{ exitCode: number | null }>;
}

export interface BashSpawnContext {
	readonly command: string;
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
}

export interface BashToolOptions {
	readonly operations?: BashOperations | undefined;
	/** Put before each command, on lines of its own. */
	readonly commandPrefix?: string | undefined;
	/** The shell in place of `bash` of the PATH. */
	readonly shellPath?: string | undefined;
	/** Changes what is started. It gets the command with its prefix. */
	readonly spawnHook?: ((context: BashSpawnContext) => BashSpawnContext) | undefined;
}

export function createBashTool(
	cwd: string,
	options: BashToolOptions = {},
): FolderTool<{ readonly command: string; readonly timeout?: number }> {
	const { commandPrefix, shellPath, spawnHook = (context) => context } = options;
	const operations = options.operations ?? createLocalBashOperations({ shellPath });
	return {
		name: "bash",
		label: "bash",
		description: "Run a command with bash. Gives the end of what it prints.",
		parameters: Type.Object({
			command: Type.String({ description: "The command" }),
			timeout: Type.Optional(Type.Number({ description: "Seconds" })),
		}),
		async execute(_id, { command, timeout }, signal, onUpdate) {
			signal?.throwIfAborted();
			const prefixed = commandPrefix ? `${commandPrefix}\n${command}` : command;
			const wanted = spawnHook({ command: prefixed, cwd, env: { ...processHost().env } });
			const limit = timeout === undefined ? undefined : AbortSignal.timeout(timeout * 1000);
			const printed: Buffer[] = [];
			const ending = (reason: string) => new Error(`${tail().content || "(no output)"}\n\n${reason}`);
			const tail = () => truncateTail(Buffer.concat(printed).toString().trimEnd());
			const onData = (data: Buffer) => {
				printed.push(data);
				onUpdate?.(textResult(tail().content));
			};
			let exitCode: number | null;
			try {
				({ exitCode } = await operations.exec(wanted.command, wanted.cwd, {
					onData,
					signal,
					timeout,
					env: wanted.env,
				}));
			} catch (error) {
				if (signal?.aborted) throw ending("Command aborted");
				if (limit?.aborted) throw ending(`Command timed out after ${timeout} seconds`);
				throw error;
			}
			const cut = tail();
			if (exitCode !== 0 && exitCode !== null) throw ending(`Command exited with code ${exitCode}`);
			return textResult(cut.content || "(no output)", cut.truncated ? { truncation: cut } : undefined);
		},
	};
}

/** Runs commands on this machine. An aborted or late one rejects; what it started goes with it. */
export function createLocalBashOperations({ shellPath }: { shellPath?: string | undefined } = {}): BashOperations {
	return {
		async exec(command, cwd, { onData, signal, timeout, env }) {
			const limit = timeout === undefined ? undefined : AbortSignal.timeout(timeout * 1000);
			const end = AbortSignal.any([...(signal ? [signal] : []), ...(limit ? [limit] : [])]);
			end.throwIfAborted();
			const child = Bun.spawn([shellPath ?? "bash", "-c", `exec 2>&1\n${command}`], {
				cwd,
				...(env && { env }),
				stdin: "ignore",
				stdout: "pipe",
				stderr: "ignore",
				detached: true,
			});
			const stop = () => void process.kill(-child.pid, "SIGKILL");
			end.addEventListener("abort", stop, { once: true });
			try {
				for await (const bytes of child.stdout) onData(Buffer.from(bytes));
				await child.exited;
			} finally {
				end.removeEventListener("abort", stop);
			}
			end.throwIfAborted();
			return { exitCode: child.exitCode };
		},
	};
}
