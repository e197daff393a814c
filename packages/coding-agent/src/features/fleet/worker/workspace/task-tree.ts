import { existsSync, lstatSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { TaskFailure } from "../contract/task-failure.ts";
import type { FleetGit } from "./fleet-git.ts";

export interface TreeFacts {
	/** The files that the model works on. */
	readonly folder: string;
	/** Of a repository beside it that the model does not reach, on the same files. */
	readonly git: FleetGit;
	readonly gitDir: string;
	readonly base: string;
	readonly baseTree: string;
	readonly submodules: readonly string[];
	readonly maxChangeBytes: number;
}

/** The files of a task, compared with the commit it began with, whatever is committed, stashed or reset in them. */
export class TaskTree {
	readonly folder: string;
	readonly git: FleetGit;
	readonly base: string;
	readonly baseTree: string;
	readonly submodules: readonly string[];
	readonly #gitDir: string;
	readonly #maxChangeBytes: number;
	#tree: string;

	constructor(facts: TreeFacts) {
		this.folder = facts.folder;
		this.git = facts.git;
		this.base = facts.base;
		this.baseTree = facts.baseTree;
		this.submodules = facts.submodules;
		this.#gitDir = facts.gitDir;
		this.#maxChangeBytes = facts.maxChangeBytes;
		this.#tree = facts.baseTree;
	}

	/** As it was at the last look. */
	get current(): string {
		return this.#tree;
	}

	/** The tree as it is now: tracked files, and new ones that are not ignored. */
	async snapshot(): Promise<string> {
		const fields = await this.git.list([
			...["status", "--porcelain=v1", "-z", "--untracked-files=all", "--ignore-submodules=all", "--no-renames"],
		]);
		const paths = fields.filter((field) => field[1] !== " ").map((field) => field.slice(3));
		if (paths.length === 0) return this.#tree;
		this.#checkSize(paths);
		const nested = paths.filter((path) => path.endsWith("/")).map((path) => path.slice(0, -1));
		const left = [...this.submodules, ...nested].map((path) => `:(top,exclude,literal)${path}`);
		await this.git.run(["add", "--all", "--", ".", ...left]);
		for (const path of nested) await this.#addNested(path);
		this.#tree = await this.git.text(["write-tree"]);
		return this.#tree;
	}

	/** Changes as `git apply` takes them, with binary files; empty for none. */
	async patch(tree: string): Promise<Buffer> {
		if (tree === this.baseTree) return Buffer.alloc(0);
		const args = ["diff-tree", "-r", "-p", "--binary", "--full-index", "--no-renames", "--ignore-submodules=all"];
		return (await this.git.run([...args, this.baseTree, tree])).stdout;
	}

	/** Puts recorded changes in place, in a tree that is as it was. */
	async apply(patch: Uint8Array): Promise<void> {
		await this.git.run(["apply", "--cached", "--binary", "--whitespace=nowarn", "-"], { stdin: patch });
		const tree = await this.git.text(["write-tree"]);
		// The index has the changes already, the files have not.
		await this.git.run(["read-tree", "--reset", this.baseTree]);
		await this.git.run(["read-tree", "-m", "-u", this.baseTree, tree]);
		this.#tree = tree;
	}

	/** Puts files that match back as they are in the repository; new ones that match are removed. */
	async restore(globs: readonly string[]): Promise<void> {
		if (globs.length === 0) return;
		const paths = globs.map((glob) => `:(top,glob)${glob}`);
		const tree = await this.snapshot();
		const changed = await this.git.list([
			"diff-tree",
			"-r",
			"-z",
			"--no-renames",
			"--name-status",
			this.baseTree,
			tree,
			"--",
			...paths,
		]);
		const back: string[] = [];
		for (let at = 0; at + 1 < changed.length; at += 2) {
			const path = changed[at + 1] ?? "";
			if (changed[at] === "A") rmSync(join(this.folder, path), { force: true, recursive: true });
			else back.push(path);
		}
		if (back.length > 0) {
			const stdin = back.join("\0");
			const args = ["checkout", "--quiet", this.base, "--pathspec-from-file=-", "--pathspec-file-nul"];
			await this.git.in(this.folder, { ...this.git.variables, GIT_LITERAL_PATHSPECS: "1" }).run(args, { stdin });
		}
		await this.snapshot();
	}

	async numbers(tree: string): Promise<{ changed: number; added: number; removed: number }> {
		if (tree === this.baseTree) return { changed: 0, added: 0, removed: 0 };
		const rows = await this.git.list(["diff-tree", "-r", "-z", "--numstat", "--no-renames", this.baseTree, tree]);
		let [added, removed] = [0, 0];
		for (const row of rows) {
			const [plus = "", minus = ""] = row.split("\t");
			added += Number(plus) || 0;
			removed += Number(minus) || 0;
		}
		return { changed: rows.length, added, removed };
	}

	/** Submodules in which something was done; they are repositories of their own and not delivered. */
	async changedSubmodules(): Promise<readonly string[]> {
		if (this.submodules.length === 0) return [];
		const args = ["status", "--porcelain=v1", "-z", "--ignore-submodules=none", "--", ...this.submodules];
		return (await this.git.list(args)).map((field) => field.slice(3));
	}

	/** Of the changed files those that Git LFS would keep elsewhere. */
	async changedLargeFiles(tree: string): Promise<readonly string[]> {
		if (tree === this.baseTree || !usesLargeFiles(this.folder)) return [];
		const paths = await this.git.list([
			"diff-tree",
			"-r",
			"-z",
			"--no-renames",
			"--name-only",
			"--diff-filter=AM",
			this.baseTree,
			tree,
		]);
		const fields = await this.git.list(["check-attr", "-z", "--stdin", "filter"], { stdin: paths.join("\0") });
		return fields.filter((_, index) => index % 3 === 0 && fields[index + 2] === "lfs");
	}

	/** Before git reads them: hashing two gigabytes takes a minute. */
	#checkSize(paths: readonly string[]): void {
		const sizes = paths.map((path) => ({ path, bytes: readSize(join(this.folder, path)) }));
		const bytes = sizes.reduce((sum, file) => sum + file.bytes, 0);
		if (bytes <= this.#maxChangeBytes) return;
		const [largest] = sizes.toSorted((a, b) => b.bytes - a.bytes);
		throw new TaskFailure(
			"artifact",
			`The task has written ${megabytes(bytes)} MB of files, ${largest?.path} alone ${megabytes(largest?.bytes ?? 0)} MB; ` +
				`at most ${megabytes(this.#maxChangeBytes)} MB are kept. Have what is built written to ignored folders`,
		);
	}

	/** A repository that the model has made arrives as plain files. */
	async #addNested(path: string): Promise<void> {
		if (!existsSync(join(this.folder, path))) return;
		const variables = {
			GIT_DIR: this.#gitDir,
			GIT_WORK_TREE: join(this.folder, path),
			GIT_INDEX_FILE: join(this.#gitDir, "nested-index"),
		};
		rmSync(variables.GIT_INDEX_FILE, { force: true });
		const inner = this.git.in(variables.GIT_WORK_TREE, variables);
		await inner.run(["add", "--all", "--", "."]);
		const tree = await inner.text(["write-tree"]);
		await this.git.run(["rm", "-r", "-q", "--cached", "--ignore-unmatch", "--", `:(top,literal)${path}`]);
		await this.git.run(["read-tree", `--prefix=${path}/`, tree]);
	}
}

export function usesLargeFiles(folder: string): boolean {
	try {
		return /\bfilter=lfs\b/.test(readFileSync(join(folder, ".gitattributes"), "utf8"));
	} catch {
		return false;
	}
}

function readSize(path: string): number {
	try {
		const facts = lstatSync(path, { throwIfNoEntry: false });
		return facts?.isFile() ? facts.size : 0;
	} catch {
		// Below something that has become a file.
		return 0;
	}
}

function megabytes(bytes: number): string {
	return (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);
}
