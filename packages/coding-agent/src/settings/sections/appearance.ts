import { boolean, choice, section, string } from "../setting.ts";

export const themeSettings = section("theme", {
	dark: string({ default: "titanium", label: "Dark theme", help: "Theme on dark terminals." }),
	light: string({ default: "light", label: "Light theme", help: "Theme on light terminals." }),
});

export const appearanceSettings = section("", {
	symbolPreset: choice({
		default: "unicode",
		values: ["unicode", "nerd", "ascii"],
		label: "Symbols",
		help: "The set of glyphs.",
	}),
	hideThinkingBlock: boolean({ default: false, label: "Hide thinking", help: "Leave thinking out of the transcript." }),
});

export const startupSettings = section("startup", {
	quiet: boolean({ default: false, label: "Quiet start", help: "Start without the welcome box." }),
});
