import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { appearanceOfBuiltIn } from "@oh-my-pi/pi-tui/theme/builtin-themes";
import { parseHexColor } from "@oh-my-pi/pi-tui/theme/color";
import { relativeLuminance } from "@oh-my-pi/pi-tui/theme/contrast";
import { loadTheme } from "@oh-my-pi/pi-tui/theme/load-theme";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { type SettingsTree, withoutValue } from "../settings-tree.ts";

/** Migrations that look at other files, or write one. */
export async function migrateWithFiles(tree: SettingsTree, agentDir: string): Promise<SettingsTree> {
	return keepChangelogVersion(await migrateThemeName(tree, join(agentDir, "themes")), agentDir);
}

/** A theme by itself goes to the slot of its kind. What the built-in two stood for are the defaults now. */
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
		// Whether the theme can be used is found out, and said, when it is to be shown.
		return false;
	}
}

/** Which release notes were seen is no setting any more; the marker of a later run stays. */
async function keepChangelogVersion(tree: SettingsTree, agentDir: string): Promise<SettingsTree> {
	const { lastChangelogVersion: version, ...others } = tree;
	if (version === undefined) return tree;
	const write = async () => {
		await mkdir(agentDir, { recursive: true, mode: 0o700 });
		await writeFile(join(agentDir, "last-changelog-version"), `${version}\n`, { flag: "wx" });
	};
	await ignoreFailure(write, "the notes are shown once more, or the marker is there already");
	return others;
}
