import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isDeadHere } from "../lease/worker-id.ts";

/** The folder for the workspaces of a worker, with its id as name. Those of workers that are dead are removed. */
export function openWorkFolder(fleetDir: string, workerId: string): string {
	const base = join(fleetDir, "work");
	mkdirSync(base, { recursive: true, mode: 0o700 });
	removeLeftOver(base);
	const folder = join(base, workerId.replaceAll(":", "_"));
	mkdirSync(folder, { mode: 0o700 });
	return folder;
}

/** Also what a process wrote that outlived its worker by a moment, and made a folder again. */
export function removeLeftOver(base: string): void {
	for (const name of readdirSync(base)) {
		if (!isDeadHere(name.replaceAll("_", ":"))) continue;
		try {
			rmSync(join(base, name), { recursive: true, force: true });
		} catch {
			// Such a process is still at it; the next look removes it.
		}
	}
}
