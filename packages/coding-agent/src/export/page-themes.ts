import type { Color } from "@oh-my-pi/pi-tui/theme/color";
import { appearanceOfBuiltIn, builtInThemes } from "@oh-my-pi/pi-tui/theme/load/builtin-themes";
import { loadTheme } from "@oh-my-pi/pi-tui/theme/load/load-theme";
import type { ThemeSpec } from "@oh-my-pi/pi-tui/theme/theme-spec";
import type { ColorToken } from "@oh-my-pi/pi-tui/theme/tokens.data";

/** CSS variables of the page and their theme colors. */
const pageColors: Readonly<Record<string, ColorToken>> = {
	"--text": "text",
	"--muted": "muted",
	"--line": "border",
	"--accent": "accent",
	"--good": "success",
	"--bad": "error",
	"--user": "userMessageBg",
	"--key": "syntaxKeyword",
	"--str": "syntaxString",
	"--num": "syntaxNumber",
	"--com": "syntaxComment",
};

const plainPages = { dark: "#171a1f", light: "#ffffff" } as const;

/** The colors of every built-in theme as CSS variables. */
export async function pageThemes(): Promise<Record<string, Record<string, string>>> {
	const names = Object.keys(builtInThemes).sort();
	const specs = await Promise.all(names.map((name) => loadTheme(name, "")));
	return Object.fromEntries(
		specs.map((spec, index) => [names[index] ?? spec.name, buildColors(spec, names[index] ?? "")]),
	);
}

function buildColors({ colors, exportColors }: ThemeSpec, name: string): Record<string, string> {
	const { pageBg = plainPages[appearanceOfBuiltIn(name) ?? "dark"], cardBg } = exportColors;
	const themeColors = Object.entries(pageColors).flatMap(([property, token]) => {
		const hex = formatHex(colors[token]);
		return hex === undefined ? [] : [[property, hex] as const];
	});
	return Object.fromEntries([["--page", pageBg], ...(cardBg ? [["--card", cardBg] as const] : []), ...themeColors]);
}

function formatHex(color: Color): string | undefined {
	if (color.kind !== "rgb") return undefined;
	return `#${[color.red, color.green, color.blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
