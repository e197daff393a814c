import { boolean, choice, section } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Appearance", group: "Display" } as const;

export const terminalSettings = section(
	"terminal",
	{
		showProgress: boolean({
			default: false,
			label: "Terminal progress",
			help: "Show in the terminal's tab or taskbar that omp is working (OSC 9;4).",
		}),
		showImages: boolean({
			default: true,
			label: "Inline images",
			help: "Show images in terminals that support them.",
			place: { tab: "Appearance", group: "Images" },
		}),
	},
	place,
);

export const tuiSettings = section(
	"tui",
	{
		hyperlinks: choice({
			default: "auto",
			values: ["off", "auto", "always"],
			label: "Links",
			help: "Make paths and URLs clickable (OSC 8).",
		}),
		titleState: boolean({
			default: true,
			label: "State in title",
			help: "Show in the terminal's title whether omp is working.",
		}),
		tight: boolean({ default: false, label: "Compact layout", help: "Leave out the empty column on both sides." }),
		scrollbackRebuild: boolean({
			default: false,
			label: "Rebuild scrollback",
			help: "Clear and replay the scrollback when it no longer fits the transcript.",
		}),
		textSizing: boolean({
			default: false,
			label: "Large headings",
			help: "Draw first-level headings in double size (Kitty).",
		}),
		renderMermaid: boolean({
			default: true,
			label: "Mermaid diagrams",
			help: "Draw Mermaid flowcharts and sequence diagrams as text.",
		}),
		imeSafeCursor: boolean({
			default: false,
			label: "IME-safe cursor",
			help: "Give the editor's bottom border a row of its own.",
		}),
		codexResetFireworks: boolean({
			default: false,
			label: "Fireworks",
			help: "Celebrate when a quota resets.",
		}),
		vimMode: boolean({ default: false, label: "Vim keys", help: "Edit with vim keys." }),
	},
	place,
);

export const displaySettings = section(
	"display",
	{
		plain: boolean({
			default: false,
			nextSession: true,
			label: "Plain mode",
			help: "Line by line, without a full-screen interface: for screen readers and simple terminals; same as `--plain`.",
		}),
		shimmer: choice({
			default: "classic",
			values: ["classic", "kitt", "disabled"],
			label: "Loader animation",
			help: "Animation of the text next to the spinner.",
		}),
		smoothStreaming: boolean({
			default: true,
			label: "Smooth streaming",
			help: "Smooth out text that arrives in bursts.",
		}),
		hideToolActivity: boolean({ default: false, label: "Hide tools", help: "Leave tool calls out of the transcript." }),
		showTokenUsage: boolean({ default: false, label: "Show tokens per turn", help: "Show the tokens of each turn." }),
		cacheMissMarker: boolean({
			default: false,
			label: "Cache misses",
			help: "Mark where the prompt cache was missed.",
		}),
		collapseCompacted: boolean({
			default: true,
			label: "Collapse compacted",
			help: "Hide messages from before the last compaction.",
		}),
	},
	place,
);

export const cursorSettings = section(
	"",
	{
		showHardwareCursor: boolean({
			default: true,
			label: "Terminal cursor",
			help: "Show the terminal's own cursor, which input methods follow.",
		}),
	},
	place,
);

export const taskDisplaySettings = section(
	"task",
	{
		showResolvedModelBadge: boolean({
			default: false,
			label: "Task model",
			help: "Show the model of each task.",
		}),
	},
	place,
);
