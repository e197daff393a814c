/** Which packages a package may import, from the bottom up. Tests may also import `testkit`. */
export const layers: Readonly<Record<string, readonly string[]>> = {
	utils: [],
	natives: ["utils"],
	ai: ["utils"],
	tui: ["utils", "natives"],
	mcp: ["utils", "natives"],
	lsp: ["utils", "natives"],
	dap: ["utils", "natives"],
	memory: ["utils"],
	secrets: ["utils"],
	fleet: ["utils"],
	policy: ["utils", "natives"],
	agent: ["utils", "ai"],
	session: ["utils", "ai"],
	tools: ["utils", "natives", "policy", "lsp", "dap", "agent", "tui"],
	"coding-agent": [
		"utils",
		"natives",
		"mcp",
		"lsp",
		"dap",
		"memory",
		"secrets",
		"fleet",
		"policy",
		"ai",
		"tui",
		"agent",
		"session",
		"tools",
	],
	testkit: [
		"utils",
		"natives",
		"mcp",
		"lsp",
		"dap",
		"memory",
		"secrets",
		"fleet",
		"policy",
		"ai",
		"tui",
		"agent",
		"session",
		"tools",
		"coding-agent",
	],
};

/** Packages whose exports have the names they are published under, not the paths of their files. */
export const publishedNames: readonly string[] = ["coding-agent"];

/** Where `tools` may import `tui`: drawing a call is separate from executing it. */
export const toolViews = /\/(?:(?:[a-z-]+-)?views?|view\/[a-z-]+)(?:\.test)?\.ts$/;

/** The files of `coding-agent` that may import a mode. */
export const modeStarters: readonly string[] = [
	"main.ts",
	"cli/command/command-terminal.ts",
	"cli/commands/acp.ts",
	"cli/commands/doctor/keybinding-problems.ts",
	"cli/commands/gallery/tool-gallery.ts",
	"cli/commands/launch/launch.ts",
	"cli/commands/launch/run-at-terminal.ts",
	"cli/commands/mcp-serve.ts",
	"sdk/runners.ts",
];
