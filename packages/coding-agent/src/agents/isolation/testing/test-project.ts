import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { type Isolation, type IsolationOptions, isolate } from "../isolate.ts";
import { Git } from "../repository/git.ts";

const identity = {
	GIT_AUTHOR_NAME: "Test",
	GIT_AUTHOR_EMAIL: "test@example.org",
	GIT_COMMITTER_NAME: "Test",
	GIT_COMMITTER_EMAIL: "test@example.org",
};

/** A git repository with one commit, and a folder for workspaces. */
export async function testProject(files: Readonly<Record<string, string>> = {}) {
	const place = await workspace();
	const root = place.file("project");
	mkdirSync(root);
	const env = { PATH: process.env.PATH, HOME: place.path, GIT_CONFIG_NOSYSTEM: "1" };
	writeFileSync(
		join(place.path, ".gitconfig"),
		'[user]\n\tname = Test\n\temail = test@example.org\n[protocol "file"]\n\tallow = always\n',
	);
	const base = place.file("wt");
	const git = (...args: string[]) => new Git(root, env).text(args, { env: identity });
	await initRepository(root, files, env);
	return {
		root,
		base,
		env,
		git,
		place,
		write: (path: string, content: string) => write(root, path, content),
		read: (path: string) => readFileSync(join(root, path), "utf8"),
		isolate: (options: Partial<IsolationOptions> = {}): Promise<Isolation> =>
			isolate({ cwd: root, mode: "rcopy", id: "Task", base, as: "patch", env, now: Date.now, ...options }),
		tree: () => treeOf(root),
		[Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
	};
}

export async function initRepository(
	root: string,
	files: Readonly<Record<string, string>>,
	env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
	mkdirSync(root, { recursive: true });
	const git = new Git(root, env);
	await git.run(["init", "-q", "-b", "main"]);
	for (const [path, content] of Object.entries(files)) write(root, path, content);
	await git.run(["add", "-A"]);
	await git.run(["commit", "-q", "--allow-empty", "-m", "first"], { env: identity });
}

export function write(root: string, path: string, content: string): void {
	mkdirSync(dirname(join(root, path)), { recursive: true });
	writeFileSync(join(root, path), content);
	if (path.endsWith(".sh")) chmodSync(join(root, path), 0o755);
}

/** Every file below a folder with content and executable bit, without git's own. */
export function treeOf(root: string): Record<string, string> {
	const found: Record<string, string> = {};
	const visit = (folder: string) => {
		for (const name of readdirSync(join(root, folder)).sort()) {
			const path = join(folder, name);
			if (name === ".git") continue;
			const stats = lstatSync(join(root, path));
			if (stats.isDirectory()) visit(path);
			else if (stats.isSymbolicLink()) found[path] = `-> ${readlinkSync(join(root, path))}`;
			else found[path] = `${stats.mode & 0o100 ? "x " : ""}${readFileSync(join(root, path), "utf8")}`;
		}
	};
	visit("");
	return found;
}
