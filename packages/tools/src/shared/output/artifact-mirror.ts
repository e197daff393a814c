import { closeSync, openSync, writeSync } from "node:fs";
import type { ArtifactSpace } from "./artifact-space.ts";

/** A file that gets the whole stream from the moment it is opened. */
export class ArtifactMirror implements Disposable {
	readonly #toolName: string;
	readonly #artifacts: ArtifactSpace | undefined;
	#file: number | undefined;
	id: string | undefined;
	isOpen = false;

	constructor(toolName: string, artifacts: ArtifactSpace | undefined) {
		this.#toolName = toolName;
		this.#artifacts = artifacts;
	}

	open(before: Buffer): void {
		this.isOpen = true;
		this.#try(() => {
			const place = this.#artifacts?.allocate(this.#toolName);
			if (place?.path === undefined) return;
			this.#file = openSync(place.path, "w", 0o600);
			this.id = place.id;
			writeSync(this.#file, before);
		});
	}

	write(bytes: Buffer): void {
		const file = this.#file;
		if (file !== undefined) this.#try(() => writeSync(file, bytes));
	}

	[Symbol.dispose](): void {
		const file = this.#file;
		this.#file = undefined;
		if (file !== undefined) this.#try(() => closeSync(file));
	}

	/** A full disk must not fail the command whose output did not fit. */
	#try(work: () => unknown): void {
		try {
			work();
		} catch {
			this.#file = undefined;
			this.id = undefined;
		}
	}
}
