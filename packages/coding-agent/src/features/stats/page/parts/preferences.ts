import { type Range, ranges } from "../../queries/range.ts";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** What the reader chose, kept by the browser where it may. */
export class Preferences {
	readonly #dark = matchMedia("(prefers-color-scheme: dark)");

	constructor() {
		this.#dark.addEventListener("change", () => this.applyTheme());
	}

	/** Until the reader chooses one. */
	usualRange: Range = "24h";

	get hasChosenRange(): boolean {
		return ranges.some((range) => range === read("range"));
	}

	get range(): Range {
		return ranges.find((range) => range === read("range")) ?? this.usualRange;
	}

	set range(range: Range) {
		write("range", range);
	}

	get theme(): Theme {
		return themes.find((theme) => theme === read("theme")) ?? "system";
	}

	set theme(theme: Theme) {
		write("theme", theme);
		this.applyTheme();
	}

	applyTheme(): void {
		const isDark = this.theme === "dark" || (this.theme === "system" && this.#dark.matches);
		document.documentElement.dataset.theme = isDark ? "dark" : "light";
	}
}

function read(name: string): string | null {
	try {
		return localStorage.getItem(`omp-stats-${name}`);
	} catch {
		// Storage may be switched off.
		return null;
	}
}

function write(name: string, value: string): void {
	try {
		localStorage.setItem(`omp-stats-${name}`, value);
	} catch {
		// It is then chosen anew next time.
	}
}
