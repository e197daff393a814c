import { readdir } from "node:fs/promises";
import { resolve } from "node:path";

const maxItems = 100;

/** Completes a partial path in the form it was typed (`~/`, relative, absolute). Folders end with a slash. */
export async function completePath(
	typed: string,
	options: { readonly cwd: string; readonly home: string; readonly foldersOnly?: boolean },
): Promise<Array<{ name: string }>> {
	const quoted = typed.replace(/^["']/, "");
	const slash = quoted.lastIndexOf("/");
	const parent = quoted.slice(0, slash + 1);
	const beginning = quoted.slice(slash + 1).toLowerCase();
	const folder = resolve(options.cwd, parent.replace(/^~(?=\/|$)/, options.home) || ".");
	const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
	return entries
		.filter((entry) => entry.name.toLowerCase().startsWith(beginning))
		.filter((entry) => beginning.startsWith(".") || !entry.name.startsWith("."))
		.filter((entry) => !options.foldersOnly || entry.isDirectory() || entry.isSymbolicLink())
		.map((entry) => ({ entry, name: `${parent}${entry.name}${entry.isDirectory() ? "/" : ""}` }))
		.sort((a, b) => Number(b.entry.isDirectory()) - Number(a.entry.isDirectory()) || a.name.localeCompare(b.name))
		.slice(0, maxItems)
		.map(({ name }) => ({ name: name.includes(" ") ? `"${name}"` : name }));
}
