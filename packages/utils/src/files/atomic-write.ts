import { open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Replaces a file atomically: readers see the old or the new content, also after a crash. */
export async function atomicWrite(
	path: string,
	content: string | Uint8Array,
	options: { mode?: number } = {},
): Promise<void> {
	const temporary = join(dirname(path), `.${crypto.randomUUID()}.tmp`);
	try {
		const file = await open(temporary, "wx", options.mode ?? 0o600);
		try {
			await file.writeFile(content);
			await file.sync();
		} finally {
			await file.close();
		}
		await rename(temporary, path);
	} catch (error) {
		await rm(temporary, { force: true });
		throw error;
	}
}
