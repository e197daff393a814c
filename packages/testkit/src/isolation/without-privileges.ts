import { chmod } from "node:fs/promises";
import { join } from "node:path";

/** Runs work in a folder as an unprivileged user, so that permissions apply even to root. */
export async function withoutPrivileges<Value>(folder: string, work: () => Promise<Value>): Promise<Value> {
	if (process.getuid?.() !== 0) return work();
	for (const path of [folder, join(folder, ".."), join(folder, "../..")]) await chmod(path, 0o755);
	process.seteuid?.(65_534);
	try {
		return await work();
	} finally {
		process.seteuid?.(0);
	}
}
