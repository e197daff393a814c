import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { productEnv } from "../isolation/isolated-env.ts";
import { type CommandResult, runCommand } from "../run-command.ts";
import { type ModelServer, modelServer } from "../servers/model-server.ts";
import type { Reply } from "../servers/replies.ts";
import { type Workspace, workspace } from "../workspace.ts";
import { builtExecutable } from "./built-executable.ts";

/** A project folder with the built omp: its own home, and a scripted model as provider `acme`. */
export interface OmpProject extends AsyncDisposable {
	readonly path: string;
	readonly files: Workspace;
	readonly home: Workspace;
	readonly agentDir: string;
	readonly model: ModelServer;
	readonly env: Record<string, string>;
	readonly command: readonly string[];
	run(
		args: readonly string[],
		options?: { stdin?: string; env?: Record<string, string>; cwd?: string },
	): Promise<CommandResult>;
	/** The lines of each session file, oldest file first. */
	sessions(): Promise<Record<string, unknown>[][]>;
}

export async function ompProject(
	options: {
		files?: Record<string, string> | undefined;
		/** Makes the folder a repository with the files committed. */
		git?: boolean;
		replies?: readonly Reply[];
		otherwise?: (body: Record<string, unknown>) => Reply;
		connected?: boolean;
	} = {},
): Promise<OmpProject> {
	const model = await modelServer({ replies: options.replies, otherwise: options.otherwise });
	const files = await workspace(options.files, { git: options.git ?? false });
	const home = await workspace();
	const agentDir = join(home.path, ".omp", "agent");
	if (options.connected ?? true) await home.write(".omp/agent/models.yml", modelsYml(model.url));
	const env = productEnv({
		HOME: home.path,
		ACME_KEY: "acme-secret-key",
		// A title request would consume the next reply.
		PI_NO_TITLE: "1",
	});
	const command = [await builtExecutable()];
	return {
		path: files.path,
		files,
		home,
		agentDir,
		model,
		env,
		command,
		run: (args, run = {}) =>
			runCommand([...command, ...args], { cwd: run.cwd ?? files.path, stdin: run.stdin, env: { ...env, ...run.env } }),
		sessions: () => sessionFiles(join(agentDir, "sessions")),
		async [Symbol.asyncDispose]() {
			await Promise.all([model, files, home].map((part) => part[Symbol.asyncDispose]()));
		},
	};
}

function modelsYml(url: string): string {
	const cost = "{ input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 }";
	return [
		"providers:",
		"  acme:",
		`    baseUrl: ${url}`,
		"    apiKey: ACME_KEY",
		"    api: anthropic-messages",
		"    models:",
		`      - { id: a-1, name: Acme One, contextWindow: 200000, maxTokens: 8192, input: [text, image], cost: ${cost} }`,
		`      - { id: a-2, name: Acme Two, contextWindow: 100000, maxTokens: 4096, cost: ${cost} }`,
		"",
	].join("\n");
}

async function sessionFiles(folder: string): Promise<Record<string, unknown>[][]> {
	const names = await readdir(folder, { recursive: true }).catch(() => []);
	const logs = names.filter((name) => name.endsWith(".jsonl")).sort();
	return Promise.all(
		logs.map(async (name) => {
			const text = await readFile(join(folder, name), "utf8");
			return text
				.trimEnd()
				.split("\n")
				.map((line) => JSON.parse(line));
		}),
	);
}
