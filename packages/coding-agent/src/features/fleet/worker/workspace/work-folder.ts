import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDead } from "../lease/worker-id.ts";

const ownerFile = "owner";

/** The folder for the workspaces of a worker. Those of workers that are dead are removed. */
export function openWorkFolder(fleetDir: string, worker: { readonly id: string; readonly host: string }): string {
	const base = join(fleetDir, "work");
	mkdirSync(base, { recursive: true, mode: 0o700 });
	removeLeftOver(base);
	const folder = join(base, worker.id.replace(/[^\w-]/g, "-"));
	mkdirSync(folder, { mode: 0o700 });
	writeFileSync(join(folder, ownerFile), JSON.stringify(worker));
	return folder;
}

export function removeLeftOver(base: string): void {
	for (const name of readdirSync(base)) {
		const owner = readOwner(join(base, name, ownerFile));
		if (owner && isDead(owner)) rmSync(join(base, name), { recursive: true, force: true });
	}
}

function readOwner(file: string): { id: string; host: string } | undefined {
	try {
		const { id, host } = JSON.parse(readFileSync(file, "utf8"));
		return typeof id === "string" && typeof host === "string" ? { id, host } : undefined;
	} catch {
		// Another worker is just making it.
		return undefined;
	}
}
