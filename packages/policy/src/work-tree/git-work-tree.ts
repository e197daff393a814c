import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { PossibleLoss, WorkTree } from "./work-tree.ts";

export interface WorkTreeOptions {
	/** Runs git in a folder; `undefined` where it must not or cannot run. */
	readonly git: (args: readonly string[], folder: string) => Promise<GitAnswer | undefined>;
}

export interface GitAnswer {
	readonly code: number;
	readonly stdout: string;
}

/** Asks git which files are changed or new. Where it cannot tell, every file counts as work. */
export function gitWorkTree({ git }: WorkTreeOptions): WorkTree {
	return {
		async losses(possible) {
			const lost: string[] = [];
			for (const loss of possible) {
				const found = await lostBy(loss, git);
				if (found === undefined) return `${formatNames(loss)} (git cannot tell what is saved)`;
				lost.push(...found);
			}
			const names = [...new Set(lost)];
			const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : "";
			return names.length === 0 ? undefined : `${names.slice(0, maxNames).join(", ")}${more}`;
		},
	};
}

const maxNames = 3;

function formatNames({ paths }: PossibleLoss): string {
	return paths === "whole"
		? "all changes"
		: paths
				.slice(0, maxNames)
				.map((path) => basename(path))
				.join(", ");
}

async function lostBy(loss: PossibleLoss, git: WorkTreeOptions["git"]): Promise<readonly string[] | undefined> {
	const top = await git(["rev-parse", "--show-toplevel"], loss.folder);
	if (top?.code !== 0) return undefined;
	const root = top.stdout.trim();
	if (loss.to !== undefined && (await isKept(loss.to, root, git))) return [];
	const paths = loss.paths === "whole" ? [] : loss.paths.map(realFolder);
	const status = ["--literal-pathspecs", "status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all"];
	const answer = await git([...status, "--ignored=matching", "--", ...paths], root);
	if (answer?.code !== 0) return undefined;
	return answer.stdout.split("\0").flatMap((line) => lostFile(line, loss.what) ?? []);
}

/** What is moved inside the tree stays in sight; an ignored folder, or one elsewhere, is as good as deleted. */
async function isKept(path: string, root: string, git: WorkTreeOptions["git"]): Promise<boolean> {
	const real = realFolder(path);
	if (!real.startsWith(`${root}/`)) return false;
	const ignored = await git(["check-ignore", "-q", "--", real], root);
	return ignored?.code === 1;
}

/** Links on the way are followed, as git does it; a link itself is what is deleted. */
function realFolder(path: string): string {
	try {
		return join(realpathSync(dirname(path)), basename(path));
	} catch {
		// Its folder is not there yet.
		return path;
	}
}

/** One line of `git status`: two letters, a blank and the path. */
function lostFile(line: string, what: PossibleLoss["what"]): string | undefined {
	const state = line.slice(0, 2);
	const path = line.slice(3);
	if (path === "") return undefined;
	if (state === "??") return `${path} (new)`;
	if (state === "!!") {
		const isLost = what === "untracked-and-ignored" ? !isBuildOutput(path) : what === undefined && isPrecious(path);
		return isLost ? `${path} (ignored)` : undefined;
	}
	const isDeleted = state === "D " || state[1] === "D";
	return what !== undefined || isDeleted ? undefined : `${path} (changed)`;
}

/** Ignored, but made by hand: settings, keys and databases. */
function isPrecious(path: string): boolean {
	return /(?:^|\/)\.env[^/]*$|\.(?:db|sqlite3?|pem|key|p12|pfx|local|tfstate|tfvars|kdbx)$/i.test(
		path.replace(/\/$/, ""),
	);
}

/** Folders and files that builds make, and that another build makes again. */
function isBuildOutput(path: string): boolean {
	return (
		path.split("/").some((name) => buildOutput.test(name)) || /\.(?:pyc|pyo|o|obj|class|log|tsbuildinfo)$/.test(path)
	);
}

const buildOutput =
	/^(?:node_modules|dist|build|out|target|coverage|tmp|temp|\.next|\.nuxt|\.turbo|\.cache|\.parcel-cache|\.svelte-kit|\.output|\.vite|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|\.nox|__pycache__|htmlcov|\.nyc_output|\.gradle|_build|[\w.-]+\.egg-info|storybook-static|test-results|playwright-report|\.eslintcache|\.DS_Store)$/;
