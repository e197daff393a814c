import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { removeTree } from "./isolation/remove-tree.ts";
import { runCommand } from "./run-command.ts";

/** A project folder for one test, removed when the test ends. */
export interface Workspace extends AsyncDisposable {
	readonly path: string;
	/** The absolute path of a file in it. */
	file(relativePath: string): string;
	write(relativePath: string, content: string | Uint8Array): Promise<void>;
	read(relativePath: string): Promise<string>;
	/** Runs git there and returns its output; throws on failure. */
	git(...args: string[]): Promise<string>;
}

export async function workspace(
	files: Readonly<Record<string, string | Uint8Array>> = {},
	options: { /** Makes it a repository with the files committed. */ git?: boolean; name?: string } = {},
): Promise<Workspace> {
	const root = await realpath(await mkdtemp(join(tmpdir(), "workspace-")));
	const path = options.name ? join(root, options.name) : root;
	await mkdir(path, { recursive: true });
	const file = (relativePath: string) => join(path, relativePath);
	const project: Workspace = {
		path,
		file,
		async write(relativePath, content) {
			await mkdir(dirname(file(relativePath)), { recursive: true });
			await writeFile(file(relativePath), content);
		},
		read: (relativePath) => readFile(file(relativePath), "utf8"),
		git: (...args) => runGit(path, args),
		async [Symbol.asyncDispose]() {
			await rm(root, { recursive: true, force: true }).catch(() => removeTree(root));
		},
	};
	for (const [relativePath, content] of Object.entries(files)) await project.write(relativePath, content);
	if (options.git) await commitEverything(project);
	return project;
}

async function commitEverything(project: Workspace): Promise<void> {
	await project.git("init", "--quiet", "--initial-branch=main");
	await project.git("config", "user.name", "Test");
	await project.git("config", "user.email", "test@example.com");
	await project.git("add", "--all");
	await project.git("commit", "--quiet", "--allow-empty", "--message=Start");
}

async function runGit(cwd: string, args: readonly string[]): Promise<string> {
	const { stdout, stderr, exitCode } = await runCommand(["git", ...args], { cwd });
	if (exitCode !== 0) throw new Error(`git ${args.join(" ")} failed: ${stderr.trim()}`);
	return stdout;
}
