import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { UsageError } from "../process/usage-error.ts";
import type { WaitingClaim } from "./trust-gate.ts";

/** A lock file lists what may take effect, for machines where nobody can be asked. */
export function lockFileText(claims: readonly WaitingClaim[]): string {
	const items = claims.map(({ id, hash }) => ({ id, hash })).toSorted((one, other) => one.id.localeCompare(other.id));
	return `${JSON.stringify({ version: 1, items }, undefined, "\t")}\n`;
}

/** The hashes of a lock file that the user named. One that lies in a project counts only if it was named, too. */
export function readLockFile(path: string): ReadonlySet<string> {
	let value: unknown;
	try {
		const text = readRegularFile(path);
		if (text === undefined) throw new Error("it does not exist");
		value = JSON.parse(text);
	} catch (error) {
		throw new UsageError(`Cannot read the trust lock file ${path}: ${(error as Error).message}`);
	}
	const items = isRecord(value) && Array.isArray(value.items) ? value.items : undefined;
	if (!items) throw new UsageError(`${path} is not a trust lock file; make one with "omp trust lock"`);
	return new Set(items.flatMap((item) => (isRecord(item) && typeof item.hash === "string" ? [item.hash] : [])));
}
