import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { findProgram } from "@oh-my-pi/pi-natives/find-program";
import { killOnExit } from "@oh-my-pi/pi-natives/process/guardian";
import { killTree } from "@oh-my-pi/pi-natives/process/process-tree";
import { killGraceMs } from "@oh-my-pi/pi-natives/shell/shell";
import { raceAbort } from "@oh-my-pi/pi-utils/abort";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { connectionProblem } from "./connection-problem.ts";
import { controlPathIn } from "./control-path.ts";
import { type HostFacts, parseProbe, probeLine, wrapperProbe } from "./host-facts.ts";
import { MarkedOutput } from "./marked-output.ts";
import { remoteLine } from "./remote-line.ts";
import { addressOf, clientArgs, type SshTarget } from "./ssh-target.ts";

export interface SshOptions {
	/** Where the sockets of shared connections are. */
	readonly controlFolder: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Called when a host was reached for the first time. */
	readonly onFacts?: (target: SshTarget, facts: HostFacts) => void;
}

export interface RemoteRequest {
	readonly command: string;
	/** A folder on the host. */
	readonly cwd?: string | undefined;
	readonly signal: AbortSignal;
	readonly onData: (bytes: Uint8Array) => void;
}

export interface RemoteRun {
	/** `null` when it was stopped or the connection was lost. */
	readonly exitCode: number | null;
	readonly isLost: boolean;
}

/** The exit code of `ssh` for its own failures; a command may end with it, too. */
const failedByClient = 255;
/** How long a host may take to let us in and to say what it is. */
const connectMs = 60_000;
/** What is read of an answer that should be a line. */
const maxAnswer = 64 * 1024;
/** How long the end of a process on the host is waited for. */
const remoteKillMs = 6000;

/**
 * Connections to hosts. The first command to a host opens one that later commands share; it ends with this object, and when omp
 * is killed.
 */
export class SshConnections implements AsyncDisposable {
	readonly #options: SshOptions;
	#controlPath: string | undefined;
	readonly #hosts = new Map<string, { readonly target: SshTarget; readonly facts: Promise<HostFacts> }>();
	/** Unregisters a shared connection that would be ended with omp. */
	readonly #forget: Array<() => void> = [];
	readonly #closing = new AbortController();
	/** Hosts on which a command was given up that may still run. */
	readonly #left = new Set<string>();

	constructor(options: SshOptions) {
		this.#options = options;
	}

	/** Whether a connection was made or is being made. */
	knows(target: SshTarget): boolean {
		return this.#hosts.has(keyOf(target));
	}

	/** What kind of computer it is. Connects, if that has not been done. */
	async facts(target: SshTarget, signal: AbortSignal): Promise<HostFacts> {
		signal.throwIfAborted();
		const key = keyOf(target);
		const known = this.#hosts.get(key) ?? { target, facts: this.#connect(target) };
		this.#hosts.set(key, known);
		// The next call tries again.
		known.facts.catch(() => this.#hosts.delete(key));
		return raceAbort(known.facts, signal);
	}

	/** Runs a command. Throws when the host cannot be reached; then nothing has run. */
	async run(target: SshTarget, { command, cwd, signal, onData }: RemoteRequest): Promise<RemoteRun> {
		const facts = await this.facts(target, signal);
		const token = crypto.randomUUID().slice(0, 8);
		const line = remoteLine({ command, cwd, token }, facts);
		const marked = new MarkedOutput(token, onData);
		const isMerged = facts.family === "posix" || facts.wrapper !== undefined;
		let stderr = "";
		const onStderr = (bytes: Uint8Array) => {
			if (!isMerged) onData(bytes);
			else if (stderr.length < maxAnswer) stderr += Buffer.from(bytes).toString();
		};
		const exitCode = await this.#spawn(this.#args(target, line), {
			signal,
			onStdout: (bytes) => marked.push(bytes),
			onStderr,
			beforeKill: () => this.#endRemote(target, marked.groupId),
		});
		marked.end();
		if (signal.aborted && marked.groupId === undefined) this.#left.add(keyOf(target));
		if (exitCode !== failedByClient || signal.aborted) return { exitCode, isLost: false };
		const hasStarted = marked.groupId !== undefined;
		if (!hasStarted && isMerged) throw new ToolError(connectionProblem(stderr, target));
		const isLost = !(await this.#masterPid(target));
		return { exitCode: isLost ? null : exitCode, isLost };
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.#closing.abort();
		const connected = [...this.#hosts.values()];
		this.#hosts.clear();
		await Promise.all(
			connected.map(async ({ target, facts }) => {
				if (!(await facts.catch(() => undefined))) return;
				// `stop` leaves commands of another omp alone. It would wait for one of ours that could not be ended, too.
				await this.#close(target, this.#left.has(keyOf(target)) ? "exit" : "stop");
			}),
		);
		for (const forget of this.#forget) forget();
	}

	async #connect(target: SshTarget): Promise<HostFacts> {
		const wasOpen = await this.#masterPid(target);
		try {
			return await this.#meet(target, wasOpen !== undefined);
		} catch (error) {
			// A host that lets us in and then says nothing.
			if (wasOpen === undefined) await this.#close(target, "exit");
			throw error;
		}
	}

	async #meet(target: SshTarget, wasOpen: boolean): Promise<HostFacts> {
		const limit = AbortSignal.timeout(connectMs);
		const signal = AbortSignal.any([this.#closing.signal, limit]);
		const { exitCode, stdout, stderr } = await this.#ask(this.#args(target, probeLine), signal);
		if (limit.aborted) throw new ToolError(`${target.name} (${addressOf(target)}) does not answer`);
		const facts = parseProbe(`${stdout}\n${stderr}`);
		if (!facts && exitCode === failedByClient) throw new ToolError(connectionProblem(stderr, target));
		if (!facts) {
			const answer = `${stdout}\n${stderr}`.trim().slice(0, 500) || `code ${exitCode}`;
			throw new ToolError(`${target.name} (${addressOf(target)}) does not run commands. It answers: ${answer}`);
		}
		if (!wasOpen) {
			const pid = await this.#masterPid(target);
			if (pid !== undefined) this.#forget.push(killOnExit(pid));
		}
		const isWindows = facts.family === "cmd" || facts.family === "powershell";
		const wrapper = isWindows && target.compat ? await this.#findWrapper(target, signal) : undefined;
		const found = wrapper ? { ...facts, wrapper } : facts;
		this.#options.onFacts?.(target, found);
		return found;
	}

	async #findWrapper(target: SshTarget, signal: AbortSignal): Promise<HostFacts["wrapper"]> {
		for (const shell of ["bash", "sh"] as const) {
			const { stdout } = await this.#ask(this.#args(target, wrapperProbe(shell)), signal);
			if (/^omp-wrapper\s*$/m.test(stdout)) return shell;
		}
		return undefined;
	}

	async #close(target: SshTarget, how: "stop" | "exit"): Promise<void> {
		const command = this.#args(target, undefined, ["-O", how]);
		await ignoreFailure(this.#ask(command, AbortSignal.timeout(3000)), "it ends by itself later");
	}

	/** The process that holds the shared connection. */
	async #masterPid(target: SshTarget): Promise<number | undefined> {
		const { stdout, stderr } = await this.#ask(
			this.#args(target, undefined, ["-O", "check"]),
			AbortSignal.timeout(3000),
		);
		const pid = /\(pid=(\d+)\)/.exec(stdout + stderr)?.[1];
		return pid === undefined ? undefined : Number(pid);
	}

	/** The shell of a command leads its process group, so all that it started is in there. */
	async #endRemote(target: SshTarget, groupId: number | undefined): Promise<void> {
		if (groupId === undefined || !(groupId > 1)) return;
		const kill = (signal: string) => `kill -s ${signal} -- -${groupId}`;
		const script = `${kill("TERM")}; for i in 1 2 3 4 5 6 7 8; do ${kill("0")} || exit 0; sleep 0.2 || sleep 1; done; ${kill("KILL")}`;
		await ignoreFailure(
			this.#ask(this.#args(target, `sh -c '${script}' 2>/dev/null`), AbortSignal.timeout(remoteKillMs)),
			"the host is not reached any more",
		);
	}

	#args(target: SshTarget, line: string | undefined, more: readonly string[] = []): string[] {
		const program = findProgram("ssh", this.#options.env.PATH);
		if (!program) throw new ToolError("ssh is not installed. The user can install the package openssh-client.");
		this.#controlPath ??= controlPathIn(this.#options.controlFolder);
		return [program, ...more, ...clientArgs(target, this.#controlPath), ...(line === undefined ? [] : [line])];
	}

	async #ask(command: readonly string[], signal: AbortSignal) {
		let stdout = "";
		let stderr = "";
		const exitCode = await this.#spawn(command, {
			signal,
			onStdout: (bytes) => {
				if (stdout.length < maxAnswer) stdout += Buffer.from(bytes).toString();
			},
			onStderr: (bytes) => {
				if (stderr.length < maxAnswer) stderr += Buffer.from(bytes).toString();
			},
		});
		return { exitCode, stdout, stderr };
	}

	async #spawn(
		command: readonly string[],
		options: {
			readonly signal: AbortSignal;
			readonly onStdout: (bytes: Uint8Array) => void;
			readonly onStderr: (bytes: Uint8Array) => void;
			readonly beforeKill?: () => Promise<void>;
		},
	): Promise<number | null> {
		const { signal, onStdout, onStderr, beforeKill } = options;
		signal.throwIfAborted();
		const child = Bun.spawn([...command], {
			cwd: "/",
			env: { ...this.#options.env },
			stdin: "ignore",
			stdout: "pipe",
			stderr: "pipe",
			detached: true,
		});
		const forget = killOnExit(child.pid);
		let ending: Promise<void> | undefined;
		const end = () => {
			ending ??= (beforeKill?.() ?? Promise.resolve())
				.then(() => killTree(child, { graceMs: killGraceMs }))
				// The shared connection has the pipes too, and keeps them while the command runs on the host.
				.then(() => {
					for (const reader of readers) void ignoreFailure(reader.cancel(), "it has ended already");
				});
		};
		const readers = [child.stdout.getReader(), child.stderr.getReader()] as const;
		signal.addEventListener("abort", end, { once: true });
		try {
			await Promise.all([drain(readers[0], onStdout), drain(readers[1], onStderr), child.exited]);
			if (signal.aborted) end();
			await ending;
			return signal.aborted ? null : child.exitCode;
		} finally {
			forget();
			signal.removeEventListener("abort", end);
		}
	}
}

function keyOf({ host, username, port, keyPath, compat }: SshTarget): string {
	return JSON.stringify([host, username, port, keyPath, compat]);
}

type Reader = Pick<ReadableStreamDefaultReader<Uint8Array>, "read" | "cancel">;

async function drain(reader: Reader, onData: (bytes: Uint8Array) => void): Promise<void> {
	for (let next = await reader.read(); !next.done; next = await reader.read()) onData(next.value);
}
