import { boolean, choice, integer, list, section, string, textList } from "@oh-my-pi/pi-utils/settings/setting";
import { defaultInterceptRules } from "./command-line/intercept-rules.data.ts";

const place = { tab: "Shell", group: "Bash" } as const;

export const bashSettings = section(
	"bash",
	{
		enabled: boolean({ project: "switch", default: true, label: "Bash", help: "Let the model run commands." }),
		stripTrailingHeadTail: boolean({
			default: true,
			label: "Strip head and tail",
			help: "Remove a trailing head or tail; long output is shortened anyway.",
		}),
		patterns: list({
			project: "rules",
			default: [],
			label: "Command rules",
			help: "Rules { match, approval } for commands; * matches anything, the first match wins.",
		}),
		withheldVariables: textList({
			default: [],
			fileOnly: true,
			label: "Withhold variables",
			help: "Variables commands don't get; * matches.",
		}),
		direnv: choice({
			project: "trust",
			default: "auto",
			values: ["auto", "off"],
			label: "direnv",
			help: "Load an allowed .envrc before commands.",
		}),
		direnvLoadTimeoutMs: integer({
			default: 30_000,
			min: 0,
			label: "direnv timeout",
			help: "Milliseconds direnv may take.",
		}),
	},
	place,
	{ project: "free" },
);

export const autoBackgroundSettings = section(
	"bash.autoBackground",
	{
		enabled: boolean({ default: false, label: "Auto-background", help: "Move long commands to the background." }),
		thresholdMs: integer({
			default: 60_000,
			min: 0,
			label: "Background after",
			help: "Milliseconds after which a command goes to the background.",
		}),
	},
	place,
	{ project: "free" },
);

export const bashInterceptorSettings = section(
	"bashInterceptor",
	{
		enabled: boolean({
			default: false,
			label: "Prefer tools",
			help: "Refuse commands that a tool does better, and name the tool.",
		}),
		patterns: list({
			default: defaultInterceptRules,
			fileOnly: true,
			label: "Refused commands",
			help: "Rules { pattern, flags, tool, message } for commands that a tool does better.",
		}),
	},
	place,
	{ project: "trust" },
);

/** Not in any file: what a project has under `bash.patterns` is kept here, beside the user's rules. */
export const projectRuleSettings = section(
	"bash",
	{
		projectPatterns: list({
			default: [],
			fileOnly: true,
			label: "Project rules",
			help: "The project's command rules.",
		}),
	},
	place,
);

export const shellMinimizerSettings = section(
	"shellMinimizer",
	{
		enabled: boolean({ default: true, label: "Shorten output", help: "Shorten the output of verbose commands." }),
		sourceOutlineLevel: choice({
			default: "default",
			values: ["default", "aggressive"],
			label: "Source outlines",
			help: "How much of printed source code is left out.",
		}),
		only: textList({
			default: [],
			fileOnly: true,
			label: "Only shorten",
			help: "Shorten the output of these commands only.",
		}),
		except: textList({
			default: [],
			fileOnly: true,
			label: "Never shorten",
			help: "Never shorten the output of these commands.",
		}),
		maxCaptureBytes: integer({
			default: 4_194_304,
			min: 0,
			fileOnly: true,
			label: "Capture limit",
			help: "Maximum bytes of output to inspect.",
		}),
		settingsPath: string({ fileOnly: true, label: "Filter file", help: "A file with filters of your own." }),
		legacyFilters: boolean({ fileOnly: true, label: "Old filters", help: "Use the filters of earlier versions." }),
	},
	place,
	{ project: "trust" },
);

export const shellSettings = section(
	"",
	{
		shellPath: string({
			fileOnly: true,
			label: "Shell",
			help: "The shell that runs commands; bash by default.",
		}),
	},
	place,
	{ project: "trust" },
);
