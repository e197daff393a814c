import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** A random id of this installation, the same for all profiles; its file is made by the first call. */
export function installId(file: string): string {
	const made = crypto.randomUUID();
	try {
		const stored = readStored(file);
		if (isId(stored)) return stored;
		if (stored !== "") rmSync(file);
		mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
		// Of two processes, the second reads what the first wrote.
		writeFileSync(file, `${made}\n`, { flag: "wx", mode: 0o600 });
		return made;
	} catch {
		const stored = readStored(file);
		return isId(stored) ? stored : made;
	}
}

function readStored(file: string): string {
	try {
		return readFileSync(file, "utf8").trim();
	} catch {
		return "";
	}
}

function isId(text: string): boolean {
	return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
