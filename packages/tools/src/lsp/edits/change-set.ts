import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { PlannedFileOperation } from "@oh-my-pi/pi-lsp/edits/plan-workspace-edit";
import type { LoadedFile } from "../../files/mutate/load-file.ts";
import type { PlannedChange } from "../../files/mutate/make-changes.ts";
import type { ProjectFiles } from "./project-files.ts";

interface FileNow {
	readonly text: string;
	/** Where its content was before all operations; absent for a new file. */
	readonly origin?: string;
}

/** What a list of operations comes to for each file, so that all of it is written in one go. */
export class ChangeSet {
	readonly #files: ProjectFiles;
	/** Every file that was looked at, as it is on disk. */
	readonly #before = new Map<string, LoadedFile>();
	/** The same after the operations so far; those that are gone are missing. */
	readonly #now = new Map<string, FileNow>();
	readonly #gone = new Set<string>();
	/** Folders that were moved or deleted, and are to go when nothing is left in them. */
	readonly folders: string[] = [];

	constructor(files: ProjectFiles) {
		this.#files = files;
	}

	async add(operation: PlannedFileOperation): Promise<void> {
		switch (operation.kind) {
			case "edit": {
				const file = await this.#find(operation.path, "edit");
				if (file?.text !== operation.before) throw changedMeanwhile(this.#files.target(operation.path).shownPath);
				// The server may know the file with other line ends than we work with.
				this.#now.set(operation.path, { ...file, text: operation.after.replace(/\r\n?/g, "\n") });
				return;
			}
			case "create": {
				const { path, after = "" } = operation;
				const file = await this.#find(path, "edit");
				this.#put(path, { ...file, text: after.replace(/\r\n?/g, "\n") });
				return;
			}
			case "rename":
				return this.#rename(operation.from, operation.to);
			case "delete":
				return this.#remove(operation);
		}
	}

	async #rename(from: string, to: string): Promise<void> {
		const inside = await this.#filesIn(from);
		if (inside) {
			this.folders.push(from);
			for (const path of inside) await this.#move(path, to + path.slice(from.length));
		} else await this.#move(from, to);
	}

	async #move(from: string, to: string): Promise<void> {
		const file = await this.#find(from, "move");
		if (!file) throw new ToolError(`${this.#files.target(from).shownPath} does not exist; nothing was written.`);
		// Looked at, so that what is replaced there is known.
		await this.#find(to, "move");
		this.#drop(from);
		this.#put(to, file);
	}

	async #remove({ path, recursive, ignoreIfNotExists }: PlannedFileOperation & { kind: "delete" }): Promise<void> {
		const inside = await this.#filesIn(path);
		const { shownPath } = this.#files.target(path);
		if (inside && inside.length > 0 && !recursive) {
			throw new ToolError(`The folder ${shownPath} is not empty; nothing was written.`);
		}
		if (inside) this.folders.push(path);
		else if (!(await this.#find(path, "move"))) {
			if (ignoreIfNotExists) return;
			throw new ToolError(`${shownPath} does not exist; nothing was written.`);
		}
		for (const file of inside ?? [path]) {
			await this.#find(file, "move");
			this.#drop(file);
		}
	}

	/** With what the operations so far have put there and taken away. */
	async #filesIn(folder: string): Promise<string[] | undefined> {
		const onDisk = await this.#files.list(folder);
		const created = [...this.#now.keys()].filter((path) => path.startsWith(`${folder}/`));
		if (!onDisk && created.length === 0) return undefined;
		return [...new Set([...(onDisk ?? []).filter((path) => !this.#gone.has(path)), ...created])];
	}

	async #find(path: string, use: "edit" | "move"): Promise<FileNow | undefined> {
		const known = this.#now.get(path);
		if (known || this.#gone.has(path)) return known;
		const loaded = await (use === "edit" ? this.#files.load(path) : this.#files.loadForMove(path));
		if (!loaded) return undefined;
		this.#before.set(path, loaded);
		const file = { text: loaded.text, origin: path };
		this.#now.set(path, file);
		return file;
	}

	#put(path: string, file: FileNow): void {
		this.#gone.delete(path);
		this.#now.set(path, file);
	}

	#drop(path: string): void {
		this.#now.delete(path);
		this.#gone.add(path);
	}

	changes(): PlannedChange[] {
		const moved = new Set<string>();
		const written = [...this.#now].flatMap(([path, { text, origin }]): PlannedChange[] => {
			const target = this.#files.target(path);
			const before = this.#before.get(path);
			if (origin === path && before) return text === before.text ? [] : [{ target, before, after: text }];
			const source = origin === undefined ? undefined : this.#before.get(origin);
			if (origin !== undefined && source && !before && !this.#now.has(origin)) {
				moved.add(origin);
				return [{ target: this.#files.target(origin), before: source, after: text, moveTo: target }];
			}
			if (source && typeof source.encode("") !== "string") {
				throw new ToolError(`${target.shownPath} would be replaced by a file that is no text; nothing was written.`);
			}
			return [before ? { target, before, after: text } : { target, after: text }];
		});
		const removed = [...this.#before].flatMap(([path, before]): PlannedChange[] =>
			this.#now.has(path) || moved.has(path) ? [] : [{ target: this.#files.target(path), before }],
		);
		return [...written, ...removed];
	}
}

function changedMeanwhile(shownPath: string): ToolError {
	return new ToolError(`${shownPath} changed meanwhile; nothing was written. Try again.`);
}
