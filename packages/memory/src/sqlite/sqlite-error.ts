import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { MemoryError } from "../contract/memory-error.ts";

/** What SQLite reports, in words that say where and what to do. */
export function asMemoryError(error: unknown, path: string): MemoryError {
	if (error instanceof MemoryError) return error;
	const code = error instanceof Error && "code" in error ? String(error.code) : "";
	const why = errorMessage(error);
	const is = (...parts: readonly string[]) => parts.some((part) => code.startsWith(part));
	if (is("SQLITE_BUSY", "SQLITE_LOCKED")) {
		return failure("locked", "is locked by another program. Try again when it has ended.");
	}
	if (is("SQLITE_CORRUPT", "SQLITE_NOTADB")) return corruptError(path, why, error);
	if (is("SQLITE_FULL", "SQLITE_IOERR_WRITE", "ENOSPC"))
		return failure("refused", "cannot be written: the disk is full. Nothing was changed.");
	if (is("SQLITE_READONLY", "SQLITE_PERM", "EROFS", "EACCES", "EPERM")) return readOnlyError(path, error);
	return failure("refused", `cannot be used: ${why}`);

	function failure(kind: MemoryError["kind"], text: string): MemoryError {
		return new MemoryError(kind, `${path} ${text}`, { cause: error });
	}
}

export function corruptError(path: string, why: string, cause?: unknown): MemoryError {
	return new MemoryError("corrupt", `${path} is damaged (${why}). Move it away; omp makes a new one.`, { cause });
}

export function readOnlyError(path: string, cause?: unknown): MemoryError {
	const text = `${path} is read-only. Make the file and its folder writable, or choose another place.`;
	return new MemoryError("refused", text, { cause });
}
