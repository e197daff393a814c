import { findProgram } from "../find-program.ts";

export type GitEnv = Readonly<Record<string, string | undefined>>;

/** What a git process may do besides reading and writing the repository. Nothing of it by default. */
export interface GitAccess {
	/** Run the repository's own hooks: for what the user asked for, in a repository that is trusted. */
	readonly runsHooks?: boolean;
	/** Where objects may come from or go to. `any` is what git itself allows. */
	readonly reach?: "none" | "local" | "network" | "any";
	/** A folder without `.git` that looks like a repository counts as one: only to read its configuration. */
	readonly findsBare?: boolean;
	/** Such as `GIT_DIR`; nothing of the kind is inherited. */
	readonly variables?: Readonly<Record<string, string>>;
}

export interface GitCommand {
	readonly command: readonly string[];
	readonly env: Readonly<Record<string, string>>;
}

/**
 * The command line and environment for git: the one way to run it. Hooks, file monitors, pagers, editors, external diffs and
 * fetching on demand are off, and no variable points it at another repository. Filters and merge drivers cannot be switched off:
 * what touches the working tree of a repository asks first whether its configuration is trusted. `undefined` without git.
 */
export function gitCommand(
	args: readonly string[],
	{ cwd, env, ...access }: GitAccess & { readonly cwd: string; readonly env: GitEnv },
): GitCommand | undefined {
	const program = findProgram("git", env.PATH, cwd);
	if (program === undefined) return undefined;
	const options = [
		...always,
		...(access.findsBare ? [] : ["safe.bareRepository=explicit"]),
		...(access.runsHooks ? [] : ["core.hooksPath=/dev/null"]),
	];
	return {
		command: [program, "--no-pager", ...options.flatMap((option) => ["-c", option]), ...withPlainDiff(args)],
		env: { ...inherited(env), ...pinned, ...reachVariables(access.reach ?? "none"), ...access.variables },
	};
}

/** `git diff` would write what it learns of times into the index, whatever GIT_OPTIONAL_LOCKS says. */
const always = ["core.fsmonitor=false", "core.quotePath=false", "diff.autoRefreshIndex=false"];

const pinned = {
	LC_ALL: "C",
	GIT_TERMINAL_PROMPT: "0",
	GIT_OPTIONAL_LOCKS: "0",
	GIT_PAGER: "cat",
	GIT_EDITOR: "true",
	GIT_SEQUENCE_EDITOR: "true",
};

function reachVariables(reach: Required<GitAccess>["reach"]): Record<string, string> {
	const none = { GIT_NO_LAZY_FETCH: "1" };
	switch (reach) {
		case "none":
			return { ...none, GIT_ALLOW_PROTOCOL: "none" };
		case "local":
			return { ...none, GIT_ALLOW_PROTOCOL: "file" };
		case "network":
			return { GIT_ALLOW_PROTOCOL: "file:git:http:https:ssh" };
		case "any":
			return {};
	}
}

/** Of the variables that git goes by, those with which users say who they are and how to connect. */
const kept =
	/^GIT_(?:(?:AUTHOR|COMMITTER|SSL|HTTP|PROXY|CONFIG)_.*|SSH(?:_COMMAND|_VARIANT)?|ASKPASS|CEILING_DIRECTORIES)$/;

function inherited(env: GitEnv): Record<string, string> {
	return Object.fromEntries(
		Object.entries(env).flatMap(([name, value]) =>
			value === undefined || (name.startsWith("GIT_") && !kept.test(name)) ? [] : [[name, value]],
		),
	);
}

const diffing = new Set(["diff", "diff-tree", "diff-index", "diff-files", "log", "show", "format-patch"]);

/** A diff is made by git itself. */
function withPlainDiff(args: readonly string[]): readonly string[] {
	const at = args.findIndex(
		(arg, index) => !arg.startsWith("-") && args[index - 1] !== "-C" && args[index - 1] !== "-c",
	);
	const command = args[at] ?? "";
	if (!diffing.has(command)) return args;
	return args.toSpliced(at + 1, 0, "--no-ext-diff", "--no-textconv");
}
