import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { findProgram } from "@oh-my-pi/pi-natives/find-program";
import { gitCommand } from "@oh-my-pi/pi-natives/git/git-command";
import { killOnExit } from "@oh-my-pi/pi-natives/process/guardian";
import { killTree } from "@oh-my-pi/pi-natives/process/process-tree";
import { killGraceMs } from "@oh-my-pi/pi-natives/shell/shell";
import { JsonReader } from "../../web/sites/handler/json-reader.ts";

export interface GhOptions {
	readonly env: Readonly<Record<string, string | undefined>>;
	/** A folder only where the command is about the checkout in it. */
	readonly cwd?: string;
	readonly signal: AbortSignal;
}

/** What `gh` or GitHub objects to. */
export class GhError extends ToolError {
	/** Of the HTTP answer. */
	readonly status: number | undefined;
	readonly isRateLimit: boolean;

	constructor(message: string, stderr = "") {
		super(message);
		const status = /\(HTTP (\d{3})\)|HTTP (\d{3})\b/.exec(stderr);
		this.status = status ? Number(status[1] ?? status[2]) : undefined;
		this.isRateLimit = this.status === 429 || /rate limit/i.test(stderr);
	}
}

const maxBytes = 32 * 1024 * 1024;
const timeoutMs = 120_000;

export function findGh(env: GhOptions["env"]): string | undefined {
	return findProgram("gh", env.PATH);
}

/** Runs the GitHub CLI and gives what it prints. */
export async function runGh(args: readonly string[], { env, cwd = "/", signal }: GhOptions): Promise<string> {
	const program = findGh(env);
	if (!program) {
		throw new GhError(
			"GitHub CLI (gh) is not installed. The user can install the package gh, or see https://cli.github.com/.",
		);
	}
	const { stdout, stderr, exitCode } = await runProgram([program, ...args], { env: { ...env, ...quiet }, cwd, signal });
	if (exitCode === 0) return stdout;
	const message = stderr.trim();
	if (exitCode === 4 || /gh auth login|HTTP 401/.test(message)) {
		throw new GhError("GitHub CLI is not authenticated. Run `gh auth login`.", message);
	}
	throw new GhError(`GitHub CLI command failed: gh ${shownArgs(args)}\n${message.slice(0, 4000)}`, message);
}

const quiet = {
	GH_PROMPT_DISABLED: "1",
	GH_NO_UPDATE_NOTIFIER: "1",
	GH_PAGER: "cat",
	NO_COLOR: "1",
	CLICOLOR_FORCE: undefined,
	GH_FORCE_TTY: undefined,
	GIT_TERMINAL_PROMPT: "0",
};

function shownArgs(args: readonly string[]): string {
	const line = args.map((arg) => (/\s/.test(arg) ? JSON.stringify(arg) : arg)).join(" ");
	return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}

/** Requests to GitHub's REST API with the credentials of `gh`. */
export interface GithubApi {
	json(path: string, query?: Readonly<Record<string, string | number | undefined>>): Promise<JsonReader>;
	text(path: string, accept?: string): Promise<string>;
}

export function githubApi(options: GhOptions): GithubApi {
	return {
		async json(path, query = {}) {
			const fields = Object.entries(query).flatMap(([name, value]) =>
				value === undefined ? [] : ["-f", `${name}=${value}`],
			);
			const answer = await runGh(["api", "-X", "GET", path, ...fields], options);
			try {
				return new JsonReader(JSON.parse(answer));
			} catch {
				throw new GhError(`GitHub's answer to ${path} is not JSON`);
			}
		},
		text: (path, accept) =>
			runGh(["api", "-X", "GET", path, ...(accept === undefined ? [] : ["-H", `Accept: ${accept}`])], options),
	};
}

/** Runs git for its output; throws with what it says. Hooks run: what changes something is not done in an untrusted repository. */
export async function runGit(args: readonly string[], options: GhOptions & { readonly cwd: string }): Promise<string> {
	const made = gitCommand(args, {
		...options,
		runsHooks: true,
		reach: "network",
		variables: { GIT_OPTIONAL_LOCKS: "1" },
	});
	if (!made) throw new ToolError("git is not installed");
	const { stdout, stderr, exitCode } = await runProgram(made.command, { ...options, env: made.env });
	if (exitCode !== 0) throw new ToolError(`git ${shownArgs(args)} failed: ${stderr.trim().slice(0, 2000)}`);
	return stdout;
}

async function runProgram(command: readonly string[], { env, cwd, signal }: GhOptions & { readonly cwd: string }) {
	signal.throwIfAborted();
	const child = Bun.spawn([...command], {
		cwd,
		env: { ...env },
		stdin: "ignore",
		stdout: "pipe",
		stderr: "pipe",
		detached: true,
	});
	const forget = killOnExit(child.pid);
	let ending: Promise<void> | undefined;
	let isLate = false;
	const end = () => {
		ending ??= killTree(child, { graceMs: killGraceMs });
	};
	const timer = setTimeout(() => {
		isLate = true;
		end();
	}, timeoutMs);
	signal.addEventListener("abort", end, { once: true });
	try {
		const [stdout, stderr] = await Promise.all([collect(child.stdout, end), collect(child.stderr, end), child.exited]);
		await ending;
		signal.throwIfAborted();
		if (isLate) throw new GhError(`${command.slice(1, 4).join(" ")} took longer than ${timeoutMs / 1000} seconds`);
		if (stdout === undefined || stderr === undefined) throw new GhError("The answer is larger than 32 MB");
		return { stdout, stderr, exitCode: child.exitCode };
	} finally {
		clearTimeout(timer);
		signal.removeEventListener("abort", end);
		forget();
	}
}

async function collect(stream: ReadableStream<Uint8Array>, stop: () => void): Promise<string | undefined> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of stream) {
		size += chunk.length;
		if (size > maxBytes) stop();
		else chunks.push(chunk);
	}
	return size > maxBytes ? undefined : Buffer.concat(chunks).toString();
}
