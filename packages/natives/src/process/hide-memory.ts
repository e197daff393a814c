import { dlopen } from "bun:ffi";

/** See prctl(2). */
const setDumpable = 4;

/**
 * Closes `/proc/<pid>/mem`, `environ` and the like of this process to others of the same user, and leaves no core dump: child
 * processes cannot read keys from our memory. Linux only; children are not affected.
 */
export function hideMemory(): boolean {
	if (process.platform !== "linux") return false;
	for (const library of ["libc.so.6", `libc.musl-${process.arch === "x64" ? "x86_64" : "aarch64"}.so.1`]) {
		try {
			const { symbols } = dlopen(library, { prctl: { args: ["i32", "u64", "u64", "u64", "u64"], returns: "i32" } });
			return symbols.prctl(setDumpable, 0n, 0n, 0n, 0n) === 0;
		} catch {
			// Another libc: try the next.
		}
	}
	return false;
}
