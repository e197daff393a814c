import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { themePath } from "@oh-my-pi/pi-tui/theme/load/load-theme";
import { switchableTheme } from "@oh-my-pi/pi-tui/theme/switchable-theme";
import { ThemeError } from "@oh-my-pi/pi-tui/theme/theme-spec";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { extensionTheme } from "../../../features/extensions/api/extension-theme.ts";
import type { ExtensionUi } from "../../../workbench/contract/extension-host.ts";
import type { LiveTheme } from "../screen/live-theme.ts";

/** The themes as extensions list, read and show them. */
export function extensionThemes(
	live: LiveTheme,
): Pick<ExtensionUi, "theme" | "getAllThemes" | "getTheme" | "setTheme"> {
	const theme = extensionTheme(live.theme);
	const findThemeFile = (name: string) => {
		const path = live.known.names.includes(name) ? undefined : themePath(name, live.known.folder);
		return path !== undefined && existsSync(path) ? path : undefined;
	};
	return {
		theme,
		getAllThemes() {
			const { names, folder } = live.known;
			const files = existsSync(folder) ? readdirSync(folder) : [];
			const themeFiles = files.filter((file) => file.endsWith(".json") && !file.startsWith("."));
			return [
				...names.map((name) => ({ name })),
				...themeFiles
					.map((file) => ({ name: file.slice(0, -".json".length), path: join(folder, file) }))
					.filter(({ name }) => !names.includes(name)),
			];
		},
		getTheme(name) {
			if (name === live.theme.name) return theme;
			if (!live.known.names.includes(name) && findThemeFile(name) === undefined) return undefined;
			// Its colors have to be loaded; until then, which is a moment, it has those of now.
			const late = switchableTheme({ ...live.theme, name });
			void ignoreFailure(live.load(name).then(late.use), "a broken theme is named when it is set");
			return extensionTheme(late.theme);
		},
		async setTheme(wanted) {
			try {
				if (wanted === undefined) await live.preview(undefined);
				else if (typeof wanted === "string" || live.known.names.includes(wanted.name) || findThemeFile(wanted.name)) {
					const name = typeof wanted === "string" ? wanted : wanted.name;
					await live.load(name);
					await live.preview(name);
				} else live.wear(wanted);
				return { success: true };
			} catch (error) {
				if (!(error instanceof ThemeError)) throw error;
				return { success: false, error: error.message };
			}
		},
	};
}
