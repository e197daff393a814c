import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseHexColor } from "@oh-my-pi/pi-tui/theme/color";
import { relativeLuminance } from "@oh-my-pi/pi-tui/theme/contrast";
import { appearanceOfBuiltIn } from "@oh-my-pi/pi-tui/theme/load/builtin-themes";
import { loadTheme } from "@oh-my-pi/pi-tui/theme/load/load-theme";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { type SettingsTree, withoutValue } from "../file/settings-tree.ts";

/** Migrations that read or write other files. */
export async function migrateWithFiles(tree: SettingsTree, agentDir: string): Promise<SettingsTree> {
	return keepChangelogVersion(await migrateThemeName(tree, join(agentDir, "themes")), agentDir);
}

/** Moves a single theme to `theme.dark` or `theme.light`. The two former built-in themes become the defaults. */
async function migrateThemeName(tree: SettingsTree, folder: string): Promise<SettingsTree> {
	const { theme: name } = tree;
	if (typeof name !== "string") return tree;
	if (name === "light" || name === "dark") return withoutValue(tree, ["theme"]);
	return { ...tree, theme: (await isLight(name, folder)) ? { light: name } : { dark: name } };
}

async function isLight(name: string, folder: string): Promise<boolean> {
	const known = appearanceOfBuiltIn(name);
	if (known) return known === "light";
	try {
		const { colors, exportColors } = await loadTheme(name, folder);
		const page = parseHexColor(exportColors.pageBg ?? "");
		if (page?.kind === "rgb") return relativeLuminance(page) > 0.5;
		return colors.text.kind === "rgb" && relativeLuminance(colors.text) < 0.2;
	} catch {
		// An invalid theme is reported when it is loaded.
		return false;
	}
}

/** Moves the last seen changelog version from the settings to a marker file, unless that exists. */
async function keepChangelogVersion(tree: SettingsTree, agentDir: string): Promise<SettingsTree> {
	const { lastChangelogVersion: version, ...others } = tree;
	if (version === undefined) return tree;
	const write = async () => {
		await mkdir(agentDir, { recursive: true, mode: 0o700 });
		await writeFile(join(agentDir, "last-changelog-version"), `${version}\n`, { flag: "wx" });
	};
	await ignoreFailure(write, "the release notes are shown again, or the marker already exists");
	return others;
}
