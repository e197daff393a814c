import { createHash } from "node:crypto";
import { basename, dirname, join, resolve } from "node:path";
import { findProject } from "../../../../trust/project.ts";
import type { BackendPlace } from "../../contract/memory-backend.ts";
import { mnemopiSettings as keys } from "../../settings/mnemopi.ts";

export interface BankFile {
	/** How the bank is called in answers; without white space. */
	readonly name: string;
	readonly path: string;
}

/** Which banks a session uses. */
export interface MnemopiScope {
	/** What is stored goes here. */
	readonly own: BankFile;
	/** Recalled together with it. */
	readonly shared: BankFile | undefined;
	/** Where the banks of all projects are. */
	readonly folder: string;
	readonly sharedFile: BankFile;
}

export function mnemopiScope({
	settings,
	host,
	agentDir,
	cwd,
}: Pick<BackendPlace, "settings" | "host" | "agentDir" | "cwd">): MnemopiScope {
	const base = safeName(settings.get(keys.bank) ?? "");
	const main = databasePath(settings.get(keys.dbPath) ?? "", host.home, agentDir);
	const folder = join(dirname(main), "banks");
	const sharedFile = base === "" ? { name: "shared", path: main } : { name: base, path: join(folder, `${base}.db`) };
	// All worktrees and folders of a repository share a bank.
	const { key } = findProject(cwd);
	const hash = createHash("sha256").update(key).digest("hex").slice(0, 8);
	const name = `${base === "" ? "" : `${base}-`}${safeName(basename(key)) || "root"}-${hash}`;
	const own = { name, path: join(folder, `${name}.db`) };
	const scoping = settings.get(keys.scoping);
	if (scoping === "global") return { own: sharedFile, shared: undefined, folder, sharedFile };
	return { own, shared: scoping === "per-project-tagged" ? sharedFile : undefined, folder, sharedFile };
}

function databasePath(path: string, home: string, agentDir: string): string {
	if (path === "") return join(agentDir, "memories", "mnemopi", "mnemopi.db");
	return resolve(agentDir, path === "~" || path.startsWith("~/") ? join(home, path.slice(1)) : path);
}

function safeName(name: string): string {
	return name
		.toLowerCase()
		.replace(/[^a-z0-9._-]+/g, "-")
		.replace(/^[-.]+|-+$/g, "")
		.slice(0, 60);
}
