import { boolean, choice, section } from "@oh-my-pi/pi-utils/settings/setting";

export const sessionSettings = section(
	"",
	{
		autoResume: boolean({
			default: false,
			label: "Auto-resume",
			help: "Resume the folder's last session at startup.",
		}),
	},
	{ tab: "Interaction", group: "Startup & Updates" },
);

export const marketplaceSettings = section(
	"marketplace",
	{
		autoUpdate: choice({
			default: "notify",
			values: ["off", "notify", "auto"],
			label: "Plugin updates",
			help: "What to do about new versions of plugins.",
		}),
	},
	{ tab: "Interaction", group: "Startup & Updates" },
);

export const powerSettings = section(
	"power",
	{
		sleepPrevention: choice({
			default: "idle",
			values: ["off", "idle", "display", "system"],
			label: "Keep awake",
			help: "What to keep awake while omp works (macOS).",
		}),
	},
	{ tab: "Interaction", group: "Power" },
);

export const featureSettings = section(
	"features",
	{
		unexpectedStopDetection: boolean({
			default: false,
			label: "Detect early stops",
			help: "Continue when a model stops before it is done.",
		}),
	},
	{ tab: "Interaction", group: "Agent" },
);

export const gitSettings = section(
	"git",
	{
		enabled: boolean({ default: true, label: "Git", help: "Show git and pull request status, and watch for changes." }),
	},
	{ tab: "Interaction", group: "Git" },
);
