import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ContentRef } from "../contract/node-state.ts";
import type { FileChange, RecordedChange, Selection, StoredRecord, UndoOptions } from "../contract/undo-engine.ts";
import { mirrorFolder } from "../git/object-mirror.ts";
import { type History, readHistory } from "../journal/history.ts";
import { journalPath, readJournal } from "../journal/journal.ts";
import { selectChanges } from "../plan/select-changes.ts";
import { ContentStore } from "../store/content-store.ts";
import { readGitFolders, sessionFolder } from "../store/session-folder.ts";
import { findOwner } from "../store/session-owner.ts";
import { Contents } from "./contents.ts";
import { netChanges } from "./net-changes.ts";

/** What a session recorded. Only reads, also while another process has the session open. */
export class RecordReader implements StoredRecord {
	readonly #folder: string;
	readonly #contents: Contents;

	constructor({ base, sessionId, env, now }: UndoOptions) {
		this.#folder = sessionFolder(base, sessionId);
		const git = () => {
			const folders = readGitFolders(this.#folder);
			return folders && mirrorFolder(this.#folder, join(folders.common, "objects"));
		};
		this.#contents = new Contents(new ContentStore(base, now), git, env);
	}

	get owner(): number | undefined {
		return findOwner(this.#folder);
	}

	get wasInterrupted(): boolean {
		return (this.#history()?.openCalls.length ?? 0) > 0;
	}

	async changes(selection: Selection): Promise<readonly RecordedChange[]> {
		const history = this.#history();
		return history ? selectChanges(history.changes, selection) : [];
	}

	async netChanges(selection: Selection): Promise<readonly FileChange[]> {
		return netChanges(await this.changes(selection));
	}

	content(ref: ContentRef): Promise<Uint8Array | undefined> {
		return this.#contents.read(ref);
	}

	#history(): History | undefined {
		const path = journalPath(this.#folder);
		return existsSync(path) ? readHistory(readJournal(path)) : undefined;
	}
}
