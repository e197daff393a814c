import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface ArtifactPlace {
	/** The number in `artifact://<id>`. */
	readonly id: string;
	/** Absent for in-memory sessions. */
	readonly path?: string;
}

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
	constructor(private readonly folder: () => string) {}

	get directory(): string {
		return this.folder();
	}

	allocate(toolName: string): ArtifactPlace {
		mkdirSync(this.directory, { recursive: true, mode: 0o700 });
		this.#next ??= Math.max(-1, ...this.#files().map(({ number }) => number)) + 1;
		const id = String(this.#next++);
		return { id, path: join(this.directory, `${id}.${safeName(toolName)}.log`) };
	}

	save(toolName: string, content: string): ArtifactPlace {
		const place = this.allocate(toolName);
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

	allocate(_toolName: string): ArtifactPlace {
		return { id: String(this.#next++) };
	}

	save(toolName: string, content: string): ArtifactPlace {
		const place = this.allocate(toolName);
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
