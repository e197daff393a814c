import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRunning, readStartTime } from "../../../process/running-process.ts";

interface Owner {
	readonly pid: number;
	readonly started: string;
}

/** The session is open in another process. */
export class OwnedElsewhere extends Error {
	override readonly name = "OwnedElsewhere";

	constructor(readonly pid: number) {
		super(`This session is open in another omp (process ${pid}); use /undo there, or exit it first.`);
	}
}

/** Makes this process the one that writes the records of the session; they are not removed meanwhile. */
export function takeOwnership(folder: string): void {
	const path = ownerPath(folder);
	const owner: Owner = { pid: process.pid, started: readStartTime(process.pid) };
	const temporary = `${path}.${process.pid}.${crypto.randomUUID()}`;
	writeFileSync(temporary, JSON.stringify(owner), { mode: 0o600 });
	try {
		linkSync(temporary, path);
	} catch {
		// Somebody was first, or there are no hard links.
		const other = findOwner(folder);
		if (other !== undefined) throw new OwnedElsewhere(other);
		renameSync(temporary, path);
	} finally {
		rmSync(temporary, { force: true });
	}
	const now = readOwner(folder);
	if (now && now.pid !== process.pid) throw new OwnedElsewhere(now.pid);
}

/** Another process that has the session open. */
export function findOwner(folder: string): number | undefined {
	const owner = readOwner(folder);
	return owner && owner.pid !== process.pid && isRunning(owner.pid, owner.started) ? owner.pid : undefined;
}

export function giveUpOwnership(folder: string): void {
	if (readOwner(folder)?.pid === process.pid) rmSync(ownerPath(folder), { force: true });
}

function ownerPath(folder: string): string {
	return join(folder, "owner.json");
}

export function readOwner(folder: string): Owner | undefined {
	try {
		return JSON.parse(readFileSync(ownerPath(folder), "utf8"));
	} catch {
		return undefined;
	}
}
