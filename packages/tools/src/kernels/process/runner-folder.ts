import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A folder with the files of a runner, written once and then used again. Where somebody else's or changed ones are in the
 * way, which in a shared folder can be anyone's doing, it is a fresh one.
 */
export function runnerFolder(name: string, files: Readonly<Record<string, string>>): string {
	const hash = Bun.hash(JSON.stringify(files)).toString(36);
	const folder = join(tmpdir(), name, hash);
	if (isIntact(folder, files)) return folder;
	try {
		mkdirSync(join(tmpdir(), name), { recursive: true, mode: 0o700 });
		const made = filled(mkdtempSync(`${folder}-`), files);
		// Two that do this at the same time write the same; the first one stays.
		attempt(() => renameSync(made, folder));
		return isIntact(folder, files) ? folder : made;
	} catch {
		return filled(mkdtempSync(join(tmpdir(), `${name}-`)), files);
	}
}

function filled(folder: string, files: Readonly<Record<string, string>>): string {
	for (const [name, text] of Object.entries(files)) {
		writeFileSync(join(folder, name), text, { mode: text.startsWith("#!") ? 0o700 : 0o600 });
	}
	return folder;
}

function isIntact(folder: string, files: Readonly<Record<string, string>>): boolean {
	return (
		attempt(() => {
			const { uid, mode } = lstatSync(folder);
			const isOurs = uid === process.getuid?.() && (mode & 0o022) === 0;
			// One more could be loaded in place of a module that a runner imports.
			const isAll = readdirSync(folder).every((name) => Object.hasOwn(files, name));
			const isSame = Object.entries(files).every(
				([name, text]) => lstatSync(join(folder, name)).isFile() && readFileSync(join(folder, name), "utf8") === text,
			);
			return isOurs && isAll && isSame;
		}) ?? false
	);
}

function attempt<T>(work: () => T): T | undefined {
	try {
		return work();
	} catch {
		// Not there, or not ours to look at.
		return undefined;
	}
}
