import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Dialog } from "./contract/dialog.ts";
import { selectDialog } from "./select-dialog.ts";

/** Chooses a folder around the current one: those inside it, its neighbours, the one above, and home. */
export function folderDialog({ cwd, home }: { readonly cwd: string; readonly home: string }): Dialog<string> {
	const above = dirname(cwd);
	const inside = foldersIn(cwd).map((name) => ({ value: join(cwd, name), label: `./${name}` }));
	const beside = foldersIn(above)
		.map((name) => ({ value: join(above, name), label: `../${name}` }))
		.filter(({ value }) => value !== cwd);
	const around = [
		{ value: above, label: "..", description: above },
		{ value: home, label: "~", description: home },
	];
	return selectDialog({
		title: "Move session to",
		items: [...inside, ...around, ...beside],
		emptyText: "No such folder here. Use /move <dir>.",
	});
}

function foldersIn(folder: string): string[] {
	try {
		return readdirSync(folder, { withFileTypes: true })
			.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
			.map(({ name }) => name)
			.sort();
	} catch {
		// A folder that cannot be read offers nothing; others can still be chosen.
		return [];
	}
}
