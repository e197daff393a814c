import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface ArtifactPlace {
	/** The number in `artifact://<id>`. */
	readonly id: string;
	/** Absent for in-memory sessions. */
	readonly path?: string;
	/** What may still be written; 0 when the session's artifacts take too much space already. */
	readonly maxBytes?: number;
}

/** All artifacts of a session together. */
const maxSessionBytes = 512 * 1024 * 1024;
/** One text that is kept as a whole. */
const maxTextBytes = 64 * 1024 * 1024;

/** Output too large for a message, numbered across a session and its sub-agents. */
export interface Artifacts {
	/** Reserves a number, and a file to write to; the folder then exists. */
	allocate(toolName: string): ArtifactPlace;
	save(toolName: string, content: string): ArtifactPlace;
	findPath(id: string): string | undefined;
	findText(id: string): string | undefined;
	ids(): string[];
}

/** Artifacts as files `<n>.<tool>.log` in a session's folder. */
export class FolderArtifacts implements Artifacts {
	#next: number | undefined;

	/** Asked each time, because the folder moves with the session. */
	constructor(
		private readonly folder: () => string,
		private readonly sessionBytes = maxSessionBytes,
	) {}

	get directory(): string {
		return this.folder();
	}

	allocate(toolName: string): ArtifactPlace {
		mkdirSync(this.directory, { recursive: true, mode: 0o700 });
		this.#next ??= Math.max(-1, ...this.#files().map(({ number }) => number)) + 1;
		const id = String(this.#next++);
		const maxBytes = Math.max(0, this.sessionBytes - this.#usedBytes());
		return { id, path: join(this.directory, `${id}.${safeName(toolName)}.log`), maxBytes };
	}

	/** Throws when there is no room for it. */
	save(toolName: string, content: string): ArtifactPlace {
		const place = this.allocate(toolName);
		mustFit(content, place.maxBytes);
		if (place.path) writeFileSync(place.path, content, { mode: 0o600 });
		return place;
	}

	findPath(id: string): string | undefined {
		const found = this.#files().find(({ number }) => String(number) === id);
		return found && join(this.directory, found.name);
	}

	findText(id: string): string | undefined {
		const path = this.findPath(id);
		return path === undefined ? undefined : readFileSync(path, "utf8");
	}

	ids(): string[] {
		return this.#files()
			.map(({ number }) => number)
			.sort((a, b) => a - b)
			.map(String);
	}

	#usedBytes(): number {
		const sizes = this.#files().map(
			({ name }) => statSync(join(this.directory, name), { throwIfNoEntry: false })?.size,
		);
		return sizes.reduce<number>((sum, size = 0) => sum + size, 0);
	}

	#files(): Array<{ number: number; name: string }> {
		return namesIn(this.directory).flatMap((name) => {
			const match = /^(\d+)\..+\.log$/.exec(name);
			return match ? [{ number: Number(match[1]), name }] : [];
		});
	}
}

/** Artifacts of an in-memory session. */
export class MemoryArtifacts implements Artifacts {
	readonly #texts = new Map<string, string>();
	#next = 0;
	#characters = 0;

	allocate(_toolName: string): ArtifactPlace {
		return { id: String(this.#next++) };
	}

	save(toolName: string, content: string): ArtifactPlace {
		const place = this.allocate(toolName);
		mustFit(content, maxSessionBytes - this.#characters);
		this.#characters += content.length;
		this.#texts.set(place.id, content);
		return place;
	}

	findPath(_id: string): undefined {
		return undefined;
	}

	findText(id: string): string | undefined {
		return this.#texts.get(id);
	}

	ids(): string[] {
		return [...this.#texts.keys()];
	}
}

function mustFit(content: string, room = maxSessionBytes): void {
	if (content.length > Math.min(room, maxTextBytes))
		throw new Error("The artifacts of this session take too much space");
}

function safeName(toolName: string): string {
	return toolName.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "tool";
}

function namesIn(directory: string): string[] {
	try {
		return readdirSync(directory);
	} catch {
		// The folder does not exist before the first artifact.
		return [];
	}
}
