import { dlopen } from "bun:ffi";
import { once } from "@oh-my-pi/pi-utils/once";

/** System calls that Node does not have, on Linux with glibc or musl; loaded once, because it is never unloaded. */
export const loadLibc = once(() => {
	if (process.platform !== "linux") return undefined;
	for (const library of ["libc.so.6", `libc.musl-${process.arch === "x64" ? "x86_64" : "aarch64"}.so.1`]) {
		try {
			return dlopen(library, {
				statx: { args: ["i32", "ptr", "i32", "u32", "ptr"], returns: "i32" },
				getdents64: { args: ["i32", "ptr", "u64"], returns: "i32" },
				inotify_init1: { args: ["i32"], returns: "i32" },
				inotify_add_watch: { args: ["i32", "ptr", "u32"], returns: "i32" },
				inotify_rm_watch: { args: ["i32", "i32"], returns: "i32" },
				read: { args: ["i32", "ptr", "u64"], returns: "i32" },
			}).symbols;
		} catch {
			// Another libc, or one without these calls.
		}
	}
	return undefined;
});
