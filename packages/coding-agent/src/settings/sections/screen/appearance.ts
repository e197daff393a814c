import { boolean, choice, section, string } from "@oh-my-pi/pi-utils/settings/setting";

const theme = { tab: "Appearance", group: "Theme" } as const;

export const themeSettings = section(
	"theme",
	{
		dark: string({ default: "titanium", label: "Dark theme", help: "Theme on dark terminals." }),
		light: string({ default: "light", label: "Light theme", help: "Theme on light terminals." }),
	},
	theme,
);

export const appearanceSettings = section(
	"",
	{
		symbolPreset: choice({
			default: "unicode",
			values: ["unicode", "nerd", "ascii"],
			label: "Symbols",
			help: "The set of glyphs.",
		}),
		colorBlindMode: boolean({
			default: false,
			label: "Color-blind mode",
			help: "Show added lines in blue instead of green.",
		}),
		hideThinkingBlock: boolean({
			default: false,
			label: "Hide thinking",
			help: "Leave thinking out of the transcript.",
			place: { tab: "Model", group: "Thinking" },
		}),
	},
	theme,
);

export const startupSettings = section(
	"startup",
	{
		quiet: boolean({ default: false, label: "Quiet start", help: "Start without the welcome box." }),
		showSplash: boolean({ default: false, label: "Splash", help: "Start with an animation." }),
		setupWizard: boolean({
			default: true,
			label: "Setup",
			help: "Show new steps of the first-run setup once per version.",
		}),
		checkUpdate: boolean({ default: true, label: "Update check", help: "Check for a new release at startup." }),
		changelogMode: choice({
			default: "summary",
			values: ["summary", "expanded", "hidden"],
			label: "Release notes",
			help: "How much of the release notes to show after an update.",
		}),
	},
	{ tab: "Interaction", group: "Startup & Updates" },
);
