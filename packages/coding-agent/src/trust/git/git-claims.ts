import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { GitEnv } from "@oh-my-pi/pi-natives/git/git-command";
import { statOrUndefined } from "@oh-my-pi/pi-utils/files/stat-or-undefined";
import type { Claim } from "../claim.ts";
import { hashOfFile, namedFiles } from "../named-files.ts";
import { isInProject, nameIn, type Project } from "../project.ts";
import { type GitRepository, repositoriesAt } from "./git-repositories.ts";
import { isHarmlessKey } from "./harmless-keys.data.ts";

/**
 * What git would run because a repository says so, also for `git status`: programs in its configuration, and its hooks. Git is
 * asked for both, since nothing else reads its files as it does.
 */
export async function gitClaims(cwd: string, env: GitEnv, project: Project): Promise<GitClaims> {
	const { found, isWhole } = await repositoriesAt(cwd, env);
	const settings: Setting[] = isWhole ? [] : [{ file: "", text: "more submodules than are looked at" }];
	const files: string[] = [];
	for (const repository of found) {
		const answer = await readSettings(repository);
		settings.push(...answer.settings);
		files.push(...answer.files);
	}
	const hooks = found.flatMap((repository) => listHooks(repository, project));
	const sources = found.flatMap(({ gitDir, commonDir, hooks: folder, workTree }) => [
		...[gitDir, join(gitDir, "index"), join(gitDir, "config.worktree"), join(commonDir, "config"), folder],
		...[join(commonDir, "modules"), ...(workTree === undefined ? [] : [join(workTree, ".git")])],
	]);
	return {
		config: settings.length === 0 ? undefined : configClaim(settings, found, project),
		hooks: hooks.length === 0 ? undefined : hookClaim(hooks, found, project),
		sources: [...new Set([...sources, ...files, ...hooks])],
	};
}

export interface GitClaims {
	readonly config: Claim | undefined;
	readonly hooks: Claim | undefined;
	/** The files and folders that this depends on. */
	readonly sources: readonly string[];
}

/** A value in a repository's own configuration that is not known to be harmless. */
interface Setting {
	readonly file: string;
	readonly text: string;
}

async function readSettings({ config, gitDir, commonDir, workTree }: GitRepository): Promise<{
	readonly settings: readonly Setting[];
	readonly files: readonly string[];
}> {
	const answer = await config;
	const file = join(commonDir, "config");
	if (answer?.code !== 0) {
		const problem = answer?.stderr.trim().split("\n").at(-1) || "it took too long";
		return { settings: [{ file, text: `cannot be read: ${problem}` }], files: [] };
	}
	const parts = answer.stdout.toString("utf8").split("\0");
	const entries = Array.from({ length: Math.floor(parts.length / 3) }, (_, index) =>
		parts.slice(3 * index, 3 * index + 3),
	);
	const local = entries.flatMap(([scope, origin = "", entry = ""]) => {
		if (scope !== "local" && scope !== "worktree") return [];
		const end = entry.indexOf("\n");
		const [key, value] = end === -1 ? [entry, ""] : [entry.slice(0, end), entry.slice(end + 1)];
		return [{ key, value, file: origin.replace(/^file:/, "") }];
	});
	const settings = local
		.filter(({ key, value }) => !isHarmlessKey(key, value) && !isOwnWorkTree(key, value, gitDir, workTree))
		.map(({ key, value }) => ({ file, text: `${key} = ${value}` }));
	return { settings, files: local.map((entry) => entry.file).filter((path) => path.startsWith("/")) };
}

/** Git itself writes into a submodule's configuration where its files are. */
function isOwnWorkTree(key: string, value: string, gitDir: string, workTree: string | undefined): boolean {
	if (key !== "core.worktree" || !/\/modules\//.test(gitDir)) return false;
	const owner = gitDir.slice(0, gitDir.indexOf("/.git/modules/"));
	const path = join(gitDir, value);
	return (
		!value.startsWith("/") && path.startsWith(`${owner}/`) && (workTree === undefined || workTree.startsWith(owner))
	);
}

function configClaim(settings: readonly Setting[], found: readonly GitRepository[], project: Project): Claim {
	const root = found[0]?.workTree ?? project.root;
	const scripts = namedFiles(
		settings.map(({ text }) => text),
		project,
		root,
	);
	const lines = [...new Set(settings.map(({ text }) => text))];
	return {
		kind: "git-config",
		path: settings.find(({ file }) => file !== "")?.file ?? project.root,
		content: JSON.stringify([settings.map(({ text }) => text), scripts.map(({ name, hash }) => [name, hash])]),
		shown: [...lines, ...scripts.map(({ name, text }) => `# ${name}\n${text}`)].join("\n").slice(0, maxShown),
		effects: [
			...lines.map((line) => `git would run or go by: ${line}`),
			...scripts.map(({ name }) => `with the file ${name}`),
		],
	};
}

/** The programs in a repository's hooks folder that git runs. The user's own folder is not the repository's. */
function listHooks({ hooks, gitDir, commonDir }: GitRepository, project: Project): string[] {
	const isRepositorys =
		[gitDir, commonDir].some((folder) => hooks.startsWith(`${folder}/`)) || isInProject(project, hooks);
	if (!isRepositorys) return [];
	const files = filesIn(hooks).filter((path) => !path.endsWith(".sample"));
	const isRun = files.some((path) => ((statOrUndefined(path)?.mode ?? 0) & 0o111) !== 0);
	return isRun ? files : [];
}

function hookClaim(hooks: readonly string[], found: readonly GitRepository[], project: Project): Claim {
	const scripts = namedFiles(hooks, project, found[0]?.workTree ?? project.root);
	const hashes = hooks.map((path) => [nameIn(project, path), hashOfFile(path)]);
	const others = scripts.filter(({ name }) => !hashes.some(([known]) => known === name));
	return {
		kind: "git-hook",
		path: found[0]?.hooks ?? project.root,
		content: JSON.stringify([hashes, others.map(({ name, hash }) => [name, hash])]),
		shown: [...hashes.map(([name]) => name), ...scripts.map(({ name, text }) => `# ${name}\n${text}`)]
			.join("\n")
			.slice(0, maxShown),
		effects: [...hashes.map(([name]) => `git runs ${name}`), ...others.map(({ name }) => `with the file ${name}`)],
	};
}

const maxShown = 16 * 1024;

function filesIn(folder: string): string[] {
	try {
		return readdirSync(folder)
			.sort()
			.map((name) => join(folder, name))
			.filter((path) => statOrUndefined(path)?.isFile());
	} catch {
		// There are no hooks.
		return [];
	}
}
