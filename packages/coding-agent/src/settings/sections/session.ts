import { boolean, choice, section } from "@oh-my-pi/pi-utils/settings/setting";

export const sessionSettings = section(
	"",
	{
		autoResume: boolean({
			default: false,
			label: "Resume",
			help: "Open the folder's last session again at the start.",
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
			help: "What is kept from sleeping while omp works (macOS).",
		}),
	},
	{ tab: "Interaction", group: "Power" },
);

export const featureSettings = section(
	"features",
	{
		unexpectedStopDetection: boolean({
			default: false,
			label: "Early stops",
			help: "Nudge a model that stopped before it was done.",
		}),
	},
	{ tab: "Interaction", group: "Agent" },
);

export const gitSettings = section(
	"git",
	{ enabled: boolean({ default: true, label: "Git", help: "Look at git and pull requests, and follow changes." }) },
	{ tab: "Interaction", group: "Git" },
);
