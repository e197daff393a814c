import { openRegular } from "../../files/open/open-regular.ts";

const header = "SQLite format 3\0";

/** Whether a file is a database; one that nothing was written to yet has no bytes, and is none. */
export async function hasSqliteHeader(path: string): Promise<boolean> {
	try {
		using file = await openRegular(path, path);
		const buffer = Buffer.alloc(header.length);
		return (await file.read(buffer, 0)) === header.length && buffer.toString("latin1") === header;
	} catch {
		// What cannot be opened is reported by whoever reads it as a file.
		return false;
	}
}
