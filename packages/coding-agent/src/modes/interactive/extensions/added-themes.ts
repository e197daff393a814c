import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { ThemeLoader } from "@oh-my-pi/pi-tui/theme/load/builtin-themes";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";
import type { Registry } from "@oh-my-pi/pi-utils/registry";

/** Theme files of extensions, and those in folders of them, by the name of the file. Names that are taken stay what they are. */
export function addThemes(themes: Registry<ThemeLoader>, paths: readonly string[]): void {
	for (const file of paths.flatMap(themeFiles)) {
		const name = basename(file, ".json");
		if (!themes.has(name)) themes.add(name, async () => JSON.parse(readRegularFile(file) ?? "{}"));
	}
}

function themeFiles(path: string): string[] {
	const stats = statSync(path, { throwIfNoEntry: false });
	if (!stats?.isDirectory()) return stats && path.endsWith(".json") ? [path] : [];
	return readdirSync(path)
		.filter((name) => name.endsWith(".json"))
		.toSorted()
		.map((name) => join(path, name));
}
