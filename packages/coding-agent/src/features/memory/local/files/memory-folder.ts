import {
	closeSync,
	fsyncSync,
	lstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { MemoryOrigin } from "@oh-my-pi/pi-memory/contract/memory";
import { MemoryError } from "@oh-my-pi/pi-memory/contract/memory-error";
import { canonicalPath, defaultSessionDirectory } from "@oh-my-pi/pi-session/storage/file-name";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { learnedSkill } from "../../../../discovery/files/learned-skill.ts";

/** A skill that was derived from sessions; its name is safe as a folder name. */
export interface MemorySkill {
	readonly name: string;
	readonly description: string;
	readonly body: string;
}

export const skillName = /^[a-z0-9][a-z0-9-]{0,63}$/;
const fileNames = ["MEMORY.md", "memory_summary.md", "learned.md"] as const;
export type MemoryFileName = (typeof fileNames)[number];

/** The files of one project's memory: `<agent-dir>/memories/<encoded-cwd>-<hash>/`. Links are never followed. */
export class MemoryFolder {
	readonly path: string;
	/** Without the hash, as it was named before; `a-b` and `a/b` have the same. */
	readonly oldPath: string;

	constructor(host: Pick<Host, "home" | "env">, agentDir: string, cwd: string) {
		this.oldPath = join(agentDir, "memories", basename(defaultSessionDirectory(host, agentDir, cwd)));
		const hash = new Bun.CryptoHasher("sha256").update(canonicalPath(cwd)).digest("hex");
		this.path = `${this.oldPath}-${hash.slice(0, 8)}`;
	}

	get database(): string {
		return join(this.path, "jobs.db");
	}

	get exists(): boolean {
		return this.#kind(this.path) === "folder";
	}

	/** Whether there is a folder with the old name, and none with the new one. */
	get isOld(): boolean {
		return this.#kind(this.path) === undefined && this.#kind(this.oldPath) === "folder";
	}

	/** Takes the folder with the old name over. */
	takeOld(): void {
		renameSync(this.oldPath, this.path);
	}

	create(): void {
		mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
		this.#makeFolder(this.path);
	}

	read(name: MemoryFileName): string {
		return this.#readFile(join(this.path, name));
	}

	/** Readers see the old or the new content, also after a crash. */
	write(name: MemoryFileName, content: string): void {
		this.create();
		this.#writeFile(join(this.path, name), content);
	}

	skillNames(): readonly string[] {
		const folder = join(this.path, "skills");
		if (this.#kind(folder) !== "folder") return [];
		return readdirSync(folder)
			.filter((name) => skillName.test(name) && this.#kind(join(folder, name, "SKILL.md")) === "file")
			.sort();
	}

	readSkill(name: string): string | undefined {
		const folder = join(this.path, "skills", name);
		if (!skillName.test(name) || this.#kind(folder) !== "folder") return undefined;
		return this.#readFile(join(folder, "SKILL.md")) || undefined;
	}

	/** Writes these skills with the label of what they were made of, and removes all others. */
	replaceSkills(skills: readonly MemorySkill[], made: { readonly origin: MemoryOrigin; readonly at: number }): void {
		this.create();
		const folder = join(this.path, "skills");
		this.#makeFolder(folder);
		for (const { name, description, body } of skills) {
			if (!skillName.test(name)) continue;
			this.#makeFolder(join(folder, name));
			this.#writeFile(join(folder, name, "SKILL.md"), learnedSkill({ name, description, body, ...made }));
		}
		const kept = new Set(skills.map(({ name }) => name));
		for (const name of readdirSync(folder)) {
			// rm removes a link itself, not what it points at.
			if (!kept.has(name)) rmSync(join(folder, name), { recursive: true, force: true });
		}
	}

	/** Removes what was derived and learned; the caller closes the database first. */
	remove(): void {
		rmSync(this.path, { recursive: true, force: true });
	}

	#readFile(path: string): string {
		return this.#kind(path) === "file" ? (readRegularFile(path) ?? "") : "";
	}

	#writeFile(path: string, content: string): void {
		if (this.#kind(path) === "folder") throw this.#refused(path, "a folder");
		const temporary = join(dirname(path), `.${crypto.randomUUID()}.tmp`);
		try {
			const file = openSync(temporary, "wx", 0o600);
			try {
				writeFileSync(file, content);
				fsyncSync(file);
			} finally {
				closeSync(file);
			}
			// Replaces a link at this place; what it points at stays as it is.
			renameSync(temporary, path);
		} catch (error) {
			rmSync(temporary, { force: true });
			throw error;
		}
	}

	#makeFolder(path: string): void {
		const kind = this.#kind(path);
		if (kind === undefined) mkdirSync(path, { mode: 0o700 });
		else if (kind !== "folder") throw this.#refused(path, kind === "link" ? "a symbolic link" : "a file");
	}

	#kind(path: string): "file" | "folder" | "link" | undefined {
		const stats = lstatSync(path, { throwIfNoEntry: false });
		if (!stats) return undefined;
		return stats.isDirectory() ? "folder" : stats.isSymbolicLink() ? "link" : "file";
	}

	#refused(path: string, what: string): MemoryError {
		return new MemoryError("refused", `${path} is ${what}, so the memory does not use it. Move it away.`);
	}
}
