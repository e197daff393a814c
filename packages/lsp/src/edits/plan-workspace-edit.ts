import type { Position, WorkspaceEdit } from "vscode-languageserver-types";
import { applyTextEdits } from "./apply-text-edits.ts";
import { EditedFiles } from "./edited-files.ts";
import { type EditStep, readWorkspaceEdit, refuse } from "./workspace-edit-steps.ts";

export type PlannedFileOperation =
	| {
			readonly kind: "edit";
			readonly path: string;
			readonly before: string;
			readonly after: string;
			readonly editCount: number;
	  }
	| {
			readonly kind: "create";
			readonly path: string;
			readonly overwrite: boolean;
			readonly ignoreIfExists: boolean;
			/** What later parts of the edit write to it; an empty file without. */
			readonly after?: string;
	  }
	| {
			readonly kind: "rename";
			readonly from: string;
			readonly to: string;
			readonly overwrite: boolean;
			readonly ignoreIfExists: boolean;
	  }
	| {
			readonly kind: "delete";
			readonly path: string;
			readonly recursive: boolean;
			readonly ignoreIfNotExists: boolean;
	  };

export interface PlanOptions {
	/** Nothing outside of this folder is edited. */
	readonly root: string;
	/** `undefined` when there is no such file. */
	readonly readText: (path: string) => Promise<string | undefined>;
	/** The version that the server has of an open document. */
	readonly openVersion: (path: string) => number | undefined;
	readonly toLocalPosition: (position: Position, lineText: string) => Position;
}

/** Characters that are read and written in all; an edit may name a large file again and again. */
const maxWorkChars = 512 * 1024 * 1024;

/**
 * What has to be done to files, in order, with the texts before and after. Changes nothing. Throws a `ServerError` when any
 * part cannot be done: a path outside of `root`, edits that overlap, another version of a document, a range outside of a text.
 */
export async function planWorkspaceEdit(edit: WorkspaceEdit, options: PlanOptions): Promise<PlannedFileOperation[]> {
	const steps = readWorkspaceEdit(edit, options.root);
	const plan = new Plan(options);
	for (const step of steps) await plan.add(step);
	return plan.operations;
}

class Plan {
	readonly operations: PlannedFileOperation[] = [];
	readonly #options: PlanOptions;
	readonly #files: EditedFiles;
	/** The operation that a further edit of a file belongs to. */
	readonly #open = new Map<string, number>();
	#workChars = 0;

	constructor(options: PlanOptions) {
		this.#options = options;
		this.#files = new EditedFiles(options.readText);
	}

	async add(step: EditStep): Promise<void> {
		if (step.kind === "edit") return this.#addEdit(step);
		if (step.kind === "create") return this.#addCreate(step);
		// What moves or deletes files separates the edits before from those after.
		this.#open.clear();
		if (step.kind === "rename") await this.#addRename(step);
		else {
			this.operations.push(step);
			this.#files.remove(step.path);
		}
	}

	async #addEdit({ path, version, edits }: EditStep & { kind: "edit" }): Promise<void> {
		if (edits.length === 0) return;
		this.#checkVersion(path, version);
		const before = await this.#files.read(path);
		if (before === undefined) throw refuse(`${path} does not exist`);
		const after = applyTextEdits(before, edits, { path, toLocalPosition: this.#options.toLocalPosition });
		this.#workChars += before.length + after.length;
		if (this.#workChars > maxWorkChars) throw refuse("it is too large");
		this.#files.write(path, after);
		this.#record(path, before, after, edits.length);
	}

	#record(path: string, before: string, after: string, editCount: number): void {
		const index = this.#open.get(path);
		const earlier = index === undefined ? undefined : this.operations[index];
		if (index !== undefined && earlier?.kind === "create") this.operations[index] = { ...earlier, after };
		else if (index !== undefined && earlier?.kind === "edit") {
			this.operations[index] = { ...earlier, after, editCount: earlier.editCount + editCount };
		} else {
			this.#open.set(path, this.operations.length);
			this.operations.push({ kind: "edit", path, before, after, editCount });
		}
	}

	async #addCreate(step: EditStep & { kind: "create" }): Promise<void> {
		const { path, overwrite, ignoreIfExists } = step;
		const exists = (await this.#files.read(path)) !== undefined;
		if (exists && !overwrite) {
			if (ignoreIfExists) return;
			throw refuse(`${path} already exists`);
		}
		this.#files.write(path, "");
		this.#open.set(path, this.operations.length);
		this.operations.push(step);
	}

	async #addRename(step: EditStep & { kind: "rename" }): Promise<void> {
		const { from, to, overwrite, ignoreIfExists } = step;
		const exists = (await this.#files.read(to)) !== undefined;
		if (exists && !overwrite) {
			if (ignoreIfExists) return;
			throw refuse(`${to} already exists`);
		}
		this.operations.push(step);
		this.#files.move(from, to);
	}

	#checkVersion(path: string, version: number | undefined): void {
		// A file that this edit creates or moves has the version it had elsewhere, or none.
		const isInPlace = this.#files.findOrigin(path) === path;
		const current = isInPlace ? this.#options.openVersion(path) : undefined;
		if (version === undefined || current === undefined || version === current) return;
		throw refuse(`it is for version ${version} of ${path}, which has version ${current} now`);
	}
}
