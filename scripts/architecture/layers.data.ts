/** Which packages a package may import, from the bottom up. Tests may also import `testkit`. */
export const layers: Readonly<Record<string, readonly string[]>> = {
	utils: [],
	natives: ["utils"],
	ai: ["utils"],
	tui: ["utils", "natives"],
	mcp: ["utils", "natives"],
	agent: ["utils", "ai"],
	session: ["utils", "ai"],
	tools: ["utils", "natives", "agent", "tui"],
	"coding-agent": ["utils", "natives", "mcp", "ai", "tui", "agent", "session", "tools"],
	testkit: ["utils", "natives", "ai", "tui", "agent", "session", "tools", "coding-agent"],
};

/** Where `tools` may import `tui`: drawing a call is separate from executing it. */
export const toolViews = /\/(?:(?:[a-z-]+-)?views?|view\/[a-z-]+)(?:\.test)?\.ts$/;

/** The files that may import a mode. */
export const modeStarters =
	/^packages\/coding-agent\/src\/(?:main\.ts|cli\/(?:acp|launch|mcp-serve|run-at-terminal|tool-gallery)\.ts|sdk\/runners\.ts)/;
