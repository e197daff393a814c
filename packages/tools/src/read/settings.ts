import { boolean, choice, integer, section } from "@oh-my-pi/pi-utils/settings/setting";

const reading = { tab: "Files", group: "Reading" } as const;

export const readSettings = section(
	"read",
	{
		defaultLimit: integer({
			default: 300,
			min: 1,
			max: 3000,
			label: "Read limit",
			help: "Lines shown when no range is given.",
		}),
		renderMarkdown: boolean({ default: false, label: "Render Markdown", help: "Draw previews of Markdown files." }),
		toolResultPreview: boolean({
			default: false,
			label: "Read previews",
			help: "Show the first lines of what was read.",
		}),
	},
	reading,
	{ project: "free" },
);

export const readLineSettings = section(
	"",
	{
		readHashLines: boolean({ default: true, label: "Hash lines", help: "Tag lines, so that edits can refer to them." }),
		readLineNumbers: boolean({ default: false, label: "Line numbers", help: "Show plain line numbers." }),
	},
	reading,
	{ project: "free" },
);

export const readSummarySettings = section(
	"read.summarize",
	{
		enabled: boolean({ default: true, label: "Outlines", help: "Show long sources as an outline." }),
		prose: boolean({ default: false, label: "Outline prose", help: "Show long prose as an outline too." }),
		minBodyLines: integer({ default: 4, min: 0, label: "Fold bodies", help: "Minimum lines of a body to fold." }),
		minCommentLines: integer({
			default: 6,
			min: 0,
			label: "Fold comments",
			help: "Minimum lines of a comment to fold.",
		}),
		minTotalLines: integer({
			default: 100,
			min: 0,
			label: "Outline files",
			help: "Minimum lines of a file to outline.",
		}),
		unfoldUntil: integer({
			default: 50,
			min: 0,
			label: "Unfold up to (lines)",
			help: "Unfold small parts up to this many lines.",
		}),
		unfoldLimit: integer({
			default: 100,
			min: 0,
			label: "Longest unfolded part",
			help: "Never unfold beyond this many lines.",
		}),
	},
	reading,
	{ project: "free" },
);

export const fetchSettings = section(
	"fetch",
	{ enabled: boolean({ default: true, label: "fetch", help: "Read web pages." }) },
	{ tab: "Tools", group: "Available Tools" },
	{ project: "switch" },
);

export const fetchProviderSettings = section(
	"providers",
	{
		fetch: choice({
			default: "auto",
			values: ["auto", "native", "trafilatura", "lynx", "parallel", "jina"],
			label: "Web pages",
			help: "What converts pages to text. jina and parallel are services, which see the addresses; auto is omp itself.",
		}),
	},
	{ tab: "Providers", group: "Web & Images" },
	{ project: "trust" },
);
