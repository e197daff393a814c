import type { Appearance } from "@oh-my-pi/pi-tui/terminal/background";
import { appearanceFromColorFgBg, appearanceOf } from "@oh-my-pi/pi-tui/terminal/background";
import type { ColorDepth } from "@oh-my-pi/pi-tui/terminal/capabilities";
import type { Terminal } from "@oh-my-pi/pi-tui/terminal/terminal";
import { light } from "@oh-my-pi/pi-tui/theme/builtin/light.data";
import { titanium } from "@oh-my-pi/pi-tui/theme/builtin/titanium.data";
import { parseTheme } from "@oh-my-pi/pi-tui/theme/parse-theme";
import { type SwitchableTheme, switchableTheme } from "@oh-my-pi/pi-tui/theme/switchable-theme";
import { createTheme, type Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { appearanceSettings, themeSettings } from "../../settings/sections/appearance.ts";
import type { Settings } from "../../settings/settings.ts";

/** The themes that come with omp. */
const builtInThemes: Readonly<Record<string, unknown>> = { titanium, dark: titanium, light };

/** The theme for a terminal: dark or light as its background is, switched when it answers or changes. */
export class Look {
	readonly #settings: Settings;
	readonly #colorDepth: ColorDepth;
	readonly #switchable: SwitchableTheme;
	#appearance: Appearance;

	constructor(settings: Settings, env: Host["env"], colorDepth: ColorDepth) {
		this.#settings = settings;
		this.#colorDepth = colorDepth;
		this.#appearance = appearanceFromColorFgBg(env.COLORFGBG) ?? "dark";
		this.#switchable = switchableTheme(this.#themeFor(this.#appearance));
	}

	get theme(): Theme {
		return this.#switchable.theme;
	}

	/** Calls back when everything has to be drawn again in other colours. */
	follow(terminal: Terminal, onChange: () => void): void {
		terminal.onBackground((background) => {
			const appearance = appearanceOf(background);
			if (appearance === this.#appearance) return;
			this.#appearance = appearance;
			this.#switchable.use(this.#themeFor(appearance));
			onChange();
		});
	}

	#themeFor(appearance: Appearance): Theme {
		const name = this.#settings.get(appearance === "dark" ? themeSettings.dark : themeSettings.light);
		const fallback = appearance === "dark" ? titanium : light;
		return createTheme(parseTheme(builtInThemes[name] ?? fallback, name), {
			colorDepth: this.#colorDepth,
			symbolPreset: this.#settings.get(appearanceSettings.symbolPreset),
		});
	}
}
