import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { FleetError } from "../contract/fleet-error.ts";

/** What SQLite reports, in words that say where and what to do. */
export function asFleetError(error: unknown, path: string): FleetError {
	if (error instanceof FleetError) return error;
	const code = sqliteCode(error);
	const is = (...parts: readonly string[]) => parts.some((part) => code.startsWith(part));
	const fail = (kind: FleetError["kind"], text: string) => new FleetError(kind, `${path} ${text}`, { cause: error });
	if (is("SQLITE_BUSY", "SQLITE_LOCKED")) return fail("unreachable", "is locked by another program. Try again.");
	if (is("SQLITE_FULL", "SQLITE_IOERR_WRITE", "ENOSPC")) {
		return fail("full", "cannot be written: the disk is full. Make room; nothing was changed.");
	}
	if (is("SQLITE_READONLY", "SQLITE_PERM", "EROFS", "EACCES", "EPERM")) {
		return fail("full", "is read-only. Make the file and its folder writable, or choose another queue.");
	}
	if (is("SQLITE_CORRUPT", "SQLITE_NOTADB")) {
		return fail("invalid", `is damaged or no database (${errorMessage(error)}). Move it away; omp makes a new one.`);
	}
	if (is("SQLITE_CANTOPEN", "ENOENT", "ENOTDIR")) {
		return fail("unreachable", `cannot be opened: ${errorMessage(error)}`);
	}
	return fail("invalid", `cannot be used: ${errorMessage(error)}`);
}

export const isBusy = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error));

function sqliteCode(error: unknown): string {
	return error instanceof Error && "code" in error ? String(error.code) : "";
}
