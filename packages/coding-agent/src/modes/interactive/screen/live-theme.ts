import type { Appearance } from "@oh-my-pi/pi-tui/terminal/background";
import { appearanceFromColorFgBg, classifyBackground } from "@oh-my-pi/pi-tui/terminal/background";
import type { ColorDepth } from "@oh-my-pi/pi-tui/terminal/capabilities";
import type { Terminal } from "@oh-my-pi/pi-tui/terminal/terminal";
import { withBlueAdditions } from "@oh-my-pi/pi-tui/theme/color-blind";
import { appearanceOfBuiltIn, type ThemeLoader } from "@oh-my-pi/pi-tui/theme/load/builtin-themes";
import { findTheme } from "@oh-my-pi/pi-tui/theme/load/find-theme";
import { listThemes, loadTheme, themePath } from "@oh-my-pi/pi-tui/theme/load/load-theme";
import { watchFile } from "@oh-my-pi/pi-tui/theme/load/watch-file";
import { type SwitchableTheme, switchableTheme } from "@oh-my-pi/pi-tui/theme/switchable-theme";
import { createTheme, type Theme } from "@oh-my-pi/pi-tui/theme/theme";
import type { ThemeSpec } from "@oh-my-pi/pi-tui/theme/theme-spec";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { Registry } from "@oh-my-pi/pi-utils/registry";
import type { ThemeChoice } from "../../../commands/contract/screen-ports.ts";
import { appearanceSettings, themeSettings } from "../../../settings/sections/screen/appearance.ts";
import type { Settings } from "../../../settings/settings.ts";

export interface LiveThemeOptions {
	readonly settings: Settings;
	readonly env: Host["env"];
	readonly colorDepth: ColorDepth;
	/** The themes known by name. */
	readonly themes: Registry<ThemeLoader>;
	/** Where the user's own themes are. */
	readonly themesDir: string;
}

export interface ThemeListeners {
	/** Everything has to be drawn again in other colors. */
	readonly onChange: () => void;
	/** A theme cannot be used, in words for the user. */
	readonly onProblem: (message: string) => void;
}

/** The theme in force: it follows the terminal's background, the settings and the theme's file. */
export class LiveTheme {
	/** What went wrong while opening. */
	readonly problems: readonly string[];
	readonly #options: LiveThemeOptions;
	readonly #switchable: SwitchableTheme;
	#appearance: Appearance;
	#preview: string | undefined;
	#listeners: ThemeListeners | undefined;
	#watching: Disposable | undefined;
	/** Counts up, so that only the last of several changes under way is shown. */
	#changes = 0;

	private constructor(options: LiveThemeOptions, appearance: Appearance, spec: ThemeSpec, problems: readonly string[]) {
		this.#options = options;
		this.#appearance = appearance;
		this.problems = problems;
		this.#switchable = switchableTheme(this.#dressed(spec));
	}

	static async open(options: LiveThemeOptions): Promise<LiveTheme> {
		const appearance = appearanceFromColorFgBg(options.env.COLORFGBG) ?? "dark";
		const { spec, problem } = await findTheme(
			chosenTheme(options, appearance),
			appearance,
			options.themesDir,
			options.themes,
		);
		return new LiveTheme(options, appearance, spec, problem === undefined ? [] : [problem]);
	}

	/** Which of the two themes is in use. */
	get appearance(): Appearance {
		return this.#appearance;
	}

	get theme(): Theme {
		return this.#switchable.theme;
	}

	/** Keeps up with the terminal, the settings and the theme's own file, until disposed. */
	follow(terminal: Pick<Terminal, "onBackground">, listeners: ThemeListeners): Disposable {
		this.#listeners = listeners;
		const { symbolPreset, colorBlindMode } = appearanceSettings;
		const ends = [
			terminal.onBackground((background) => {
				const appearance = classifyBackground(background);
				if (appearance === this.#appearance) return;
				this.#appearance = appearance;
				void this.#show();
			}),
			this.#options.themes.onChange(() => void this.#show()),
			this.#options.settings.watch(
				[themeSettings.dark, themeSettings.light, symbolPreset, colorBlindMode],
				() => void this.#show(),
			),
		];
		this.#watch();
		return {
			[Symbol.dispose]: () => {
				for (const end of ends) end();
				this.#listeners = undefined;
				this.#watching?.[Symbol.dispose]();
			},
		};
	}

	choices(): Promise<ThemeChoice[]> {
		return themeChoices(this.#options);
	}

	/** Shows a theme without choosing it; `undefined` goes back to the chosen one. */
	preview(name: string | undefined): Promise<void> {
		this.#preview = name;
		return this.#show({ keepOnProblem: name !== undefined });
	}

	/** Shows colors that have no file; whatever else changes the theme ends that. */
	wear(theme: Theme): void {
		this.#changes++;
		this.#switchable.use(theme);
		this.#listeners?.onChange();
	}

	/** A theme of this name as it would be shown. Throws a `ThemeError` when there is none, or it is broken. */
	async load(name: string): Promise<Theme> {
		const { themes, themesDir } = this.#options;
		return this.#dressed(await loadTheme(name, themesDir, themes));
	}

	/** The names known without looking at the disk, and the folder of the user's own. */
	get known(): { readonly names: readonly string[]; readonly folder: string } {
		const { themes, themesDir } = this.#options;
		return { names: themes.names(), folder: themesDir };
	}

	get #name(): string {
		return this.#preview ?? chosenTheme(this.#options, this.#appearance);
	}

	async #show(options: { keepOnProblem?: boolean } = {}): Promise<void> {
		const change = ++this.#changes;
		const { themes, themesDir } = this.#options;
		const { spec, problem } = await findTheme(this.#name, this.#appearance, themesDir, themes);
		if (change !== this.#changes) return;
		if (problem !== undefined) this.#listeners?.onProblem(problem);
		if (problem === undefined || !options.keepOnProblem) {
			this.#switchable.use(this.#dressed(spec));
			this.#listeners?.onChange();
		}
		this.#watch();
	}

	/** A file that is saved half finished does not change what is seen. */
	#watch(): void {
		this.#watching?.[Symbol.dispose]();
		this.#watching = undefined;
		const { themes, themesDir } = this.#options;
		const path = themes.has(this.#name) ? undefined : themePath(this.#name, themesDir);
		if (!this.#listeners || path === undefined) return;
		this.#watching = watchFile(path, () => void this.#show({ keepOnProblem: true }));
	}

	#dressed(spec: ThemeSpec): Theme {
		const { settings, colorDepth } = this.#options;
		const { symbolPreset, colorBlindMode } = appearanceSettings;
		// Unless the user wants certain signs, a theme may bring its own.
		const signs = settings.findOrigin(symbolPreset) === "default" ? {} : { symbolPreset: settings.get(symbolPreset) };
		return createTheme(settings.get(colorBlindMode) ? withBlueAdditions(spec) : spec, { colorDepth, ...signs });
	}
}

/** Every theme there is to choose from: registered ones first, then the user's own. */
export async function themeChoices({
	themes,
	themesDir,
}: Pick<LiveThemeOptions, "themes" | "themesDir">): Promise<ThemeChoice[]> {
	const names = await listThemes(themesDir, themes);
	const ordered = [...names.filter((name) => themes.has(name)), ...names.filter((name) => !themes.has(name))];
	return ordered.map((name) => ({
		name,
		note: appearanceOfBuiltIn(name) ?? (themes.has(name) ? "added" : "yours"),
	}));
}

function chosenTheme({ settings }: LiveThemeOptions, appearance: Appearance): string {
	return settings.get(appearance === "dark" ? themeSettings.dark : themeSettings.light);
}
