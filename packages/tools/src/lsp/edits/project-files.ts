import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { Approval } from "@oh-my-pi/pi-policy/approval";
import { writeApproval } from "@oh-my-pi/pi-policy/files/write-approval";
import { type LoadedFile, loadForMove } from "../../files/mutate/load-file.ts";
import { pathBase } from "../../files/mutate/ports.ts";
import { openTarget, resolveTarget, type Target } from "../../files/mutate/target.ts";
import type { LspPorts } from "../call/lsp-call.ts";
import { showLocation } from "../documents/show-location.ts";

const maxFolderFiles = 1000;

/**
 * The files that an edit of a server touches. The user was asked about the paths of the call alone, so what would have to be
 * asked about beyond these is refused.
 */
export class ProjectFiles {
	readonly #ports: LspPorts;
	readonly #named: ReadonlySet<string>;
	readonly #targets = new Map<string, Target>();
	readonly #loading = new Map<string, Promise<LoadedFile | undefined>>();

	constructor(ports: LspPorts, namedPaths: Iterable<string>) {
		this.#ports = ports;
		this.#named = new Set(namedPaths);
	}

	/** The file as one to be written; throws when it may not be. */
	target(path: string): Target {
		const known = this.#targets.get(path);
		if (known) return known;
		const verdict = writeApproval([path], pathBase(this.#ports));
		const reason = this.#refusal(verdict, path);
		if (reason !== undefined) {
			const shownPath = showLocation(path, this.#ports.cwd());
			throw new ToolError(`The edit would change ${shownPath}, so all of it is refused. ${reason}`);
		}
		const target = resolveTarget(path, this.#ports);
		this.#targets.set(path, target);
		return target;
	}

	#refusal(verdict: Approval, path: string): string | undefined {
		if (typeof verdict === "string") return verdict === "write" || verdict === "read" ? undefined : verdict;
		if (this.#named.has(path) && verdict.policy !== "deny") return undefined;
		return verdict.reason ?? `It takes more than the permission to write: ${verdict.tier}`;
	}

	/** A file whose text is to be changed; refused when it is generated or read-only. */
	load(path: string): Promise<LoadedFile | undefined> {
		return this.#once(path, () => openTarget(this.target(path), this.#ports));
	}

	/** A file that is moved or deleted, whatever it holds. */
	loadForMove(path: string): Promise<LoadedFile | undefined> {
		return this.#once(path, () => loadForMove(path, this.target(path).shownPath));
	}

	#once(path: string, load: () => Promise<LoadedFile | undefined>): Promise<LoadedFile | undefined> {
		const loading = this.#loading.get(path) ?? load();
		this.#loading.set(path, loading);
		return loading;
	}

	/** The files in a folder, with full paths; `undefined` when the path is no folder. */
	async list(path: string): Promise<string[] | undefined> {
		const facts = await lstat(path).catch(() => undefined);
		if (!facts?.isDirectory()) return undefined;
		const shownPath = showLocation(path, this.#ports.cwd());
		const found: string[] = [];
		const folders = [path];
		for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
			for (const entry of await readdir(folder, { withFileTypes: true })) {
				const entryPath = join(folder, entry.name);
				if (entry.isDirectory()) folders.push(entryPath);
				else if (entry.isFile()) found.push(entryPath);
				else
					throw new ToolError(`${showLocation(entryPath, this.#ports.cwd())} is no regular file; nothing was moved.`);
				if (found.length + folders.length > maxFolderFiles)
					throw new ToolError(`${shownPath} holds more than ${maxFolderFiles} files; nothing was moved.`);
			}
		}
		return found.sort();
	}
}
