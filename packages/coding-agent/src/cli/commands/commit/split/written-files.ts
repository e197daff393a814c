import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CliError } from "../../../../process/usage-error.ts";
import type { FileEdit } from "../changes/file-edit.ts";
import { literally } from "../changes/literal-paths.ts";
import type { Repository } from "../changes/repository.ts";
import { type Entries, parseIndex, type TreeEntry, toBytePath } from "../changes/tree-entry.ts";

/** Files of the working tree that a commit changes: changelogs. */
export class WrittenFiles {
	readonly #root: string;
	readonly #written: FileEdit[] = [];

	constructor(root: string) {
		this.#root = root;
	}

	/** Writes them, and gives what they are in the tree of the commit. */
	async write(repository: Repository, edits: readonly FileEdit[]): Promise<Entries> {
		const entries = new Map<string, TreeEntry>();
		for (const edit of edits) {
			const { path, after } = edit;
			if (!this.#is(path, edit.before))
				throw new CliError(`${path} was changed meanwhile. Nothing was committed; run omp commit again`);
			const id = (await repository.text(["hash-object", "-w", "--stdin", `--path=${path}`], { stdin: after })).trim();
			const [entry] = parseIndex(await repository.bytes(["ls-files", "-s", "-z", "--", ...literally([path])])).values();
			this.#written.push(edit);
			this.#replace(path, after);
			entries.set(toBytePath(path), { mode: entry?.mode ?? "100644", id });
		}
		return entries;
	}

	/** Gives those that something else changed meanwhile; they stay. */
	putBack(): readonly string[] {
		const left: string[] = [];
		for (const { path, before, after } of this.#written.splice(0)) {
			if (this.#is(path, after)) this.#replace(path, before);
			else if (!this.#is(path, before)) left.push(path);
		}
		return left;
	}

	#is(path: string, content: Uint8Array): boolean {
		try {
			return readFileSync(join(this.#root, path)).equals(content);
		} catch {
			// Gone, or no file any more.
			return false;
		}
	}

	/** At once: a process that is killed leaves the old content or the new one. */
	#replace(path: string, content: Uint8Array): void {
		const file = join(this.#root, path);
		const temporary = join(dirname(file), `.${crypto.randomUUID()}.tmp`);
		try {
			writeFileSync(temporary, content, { mode: statSync(file).mode & 0o777 });
			renameSync(temporary, file);
		} finally {
			rmSync(temporary, { force: true });
		}
	}
}
