import { lstat } from "node:fs/promises";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { LoadedFile } from "../../files/mutate/load-file.ts";
import type { PlannedChange } from "../../files/mutate/make-changes.ts";
import { openTarget, resolveTarget, type Target } from "../../files/mutate/target.ts";
import { withNothingChanged } from "../outcome/whole-edit.ts";
import { applyHunks } from "./apply-hunks.ts";
import type { PatchPorts } from "./execute.ts";
import type { Hunk } from "./hunk.ts";
import type { PatchedFile as EnvelopeFile } from "./parse-envelope.ts";

interface PatchedFile {
	readonly target: Target;
	readonly before?: LoadedFile;
	/** Absent when it is gone. */
	readonly text?: string;
	readonly moveTo?: Target;
}

/** The files a patch touches, as they will be; the disk is only read. */
export class PatchedTree {
	/** A line for each step. */
	readonly log: string[] = [];
	/** What the model should check. */
	readonly warnings: string[] = [];
	/** By the path a file has at that point of the patch. */
	readonly #files = new Map<string, PatchedFile>();

	constructor(private readonly ports: PatchPorts) {}

	/** Each file in its turn; an error says that none of them was changed. */
	async apply(files: readonly EnvelopeFile[]): Promise<void> {
		const all = [...new Set(files.map(({ path }) => resolveTarget(path, this.ports).shownPath))];
		for (const file of files) {
			const path = resolveTarget(file.path, this.ports).shownPath;
			await withNothingChanged(this.#applyOne(file), { path, all });
		}
	}

	#applyOne(file: EnvelopeFile): Promise<void> {
		if (file.kind === "add") return this.create(file.path, file.text);
		if (file.kind === "delete") return this.remove(file.path);
		return this.update(file.path, file.hunks, file.moveTo);
	}

	async create(requestedPath: string, text: string): Promise<void> {
		const target = resolveTarget(requestedPath, this.ports);
		if (await this.#isTaken(target)) {
			throw new ToolError(`File already exists: ${target.shownPath}. Update it instead; nothing was changed.`);
		}
		this.#files.set(target.path, { ...(this.#files.get(target.path) ?? { target }), text });
		this.log.push(`Created ${target.shownPath}`);
	}

	async remove(requestedPath: string): Promise<void> {
		const file = await this.#get(requestedPath);
		const { text: _gone, moveTo, ...rest } = file;
		if (moveTo) throw new ToolError(`${moveTo.shownPath} is moved and deleted in one patch; delete it where it is.`);
		this.#files.set(file.target.path, rest);
		this.log.push(`Deleted ${file.target.shownPath}`);
	}

	async update(requestedPath: string, hunks: readonly Hunk[], rename: string | undefined): Promise<void> {
		const file = await this.#get(requestedPath);
		const at = file.moveTo ?? file.target;
		const { text, inexact } = applyHunks(file.text, hunks, { ...this.ports.fuzzyMatch(), path: at.path });
		this.warnings.push(...inexact.map((what) => `${at.shownPath}: ${what}`));
		if (rename === undefined) {
			this.#files.set(at.path, { ...file, text });
			this.log.push(`Updated ${at.shownPath}`);
			return;
		}
		const moveTo = resolveTarget(rename, this.ports);
		if (file.before?.isLink) throw new ToolError(`${at.shownPath} is a symbolic link; move the file it leads to.`);
		if (await this.#isTaken(moveTo)) {
			throw new ToolError(`Cannot move ${at.shownPath}: ${moveTo.shownPath} already exists; nothing was changed.`);
		}
		this.#files.delete(at.path);
		this.#files.set(moveTo.path, { ...file, text, moveTo });
		this.log.push(`Updated and moved ${at.shownPath} to ${moveTo.shownPath}`);
	}

	changes(): PlannedChange[] {
		return [...this.#files.values()]
			.filter(({ before, text }) => before !== undefined || text !== undefined)
			.map(({ text, ...file }) => ({ ...file, ...(text !== undefined && { after: text }) }));
	}

	async #get(requestedPath: string): Promise<PatchedFile & { text: string }> {
		const target = resolveTarget(requestedPath, this.ports);
		const file = await this.#find(target);
		if (file?.text === undefined) throw new ToolError(`File not found: ${requestedPath}`);
		return { ...file, text: file.text };
	}

	async #isTaken({ path }: Target): Promise<boolean> {
		const known = this.#files.get(path);
		if (known) return known.text !== undefined;
		return (await lstat(path).catch(() => undefined)) !== undefined;
	}

	async #find(target: Target): Promise<PatchedFile | undefined> {
		const known = this.#files.get(target.path);
		if (known) return known;
		const before = await openTarget(target, this.ports);
		if (!before) return undefined;
		const file = { target, before, text: before.text };
		this.#files.set(target.path, file);
		return file;
	}
}
