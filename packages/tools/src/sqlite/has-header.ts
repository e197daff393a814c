import { open } from "node:fs/promises";

const header = "SQLite format 3\0";

/** Whether a file is a database; a new one that nothing was written to yet has no bytes at all. */
export async function hasSqliteHeader(path: string): Promise<boolean> {
	try {
		await using file = await open(path, "r");
		if (!(await file.stat()).isFile()) return false;
		const { buffer, bytesRead } = await file.read(Buffer.alloc(header.length), 0, header.length, 0);
		return bytesRead === header.length && buffer.toString("latin1") === header;
	} catch {
		// What cannot be opened is reported by whoever reads it as a file.
		return false;
	}
}
