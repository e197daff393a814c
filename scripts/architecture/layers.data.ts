/** Which packages a package may import, from the bottom up. Tests may import `testkit` besides. */
export const layers: Readonly<Record<string, readonly string[]>> = {
	utils: [],
	natives: ["utils"],
	ai: ["utils"],
	tui: ["utils", "natives"],
	agent: ["utils", "ai"],
	session: ["utils", "ai"],
	tools: ["utils", "natives", "agent", "tui"],
	"coding-agent": ["utils", "natives", "ai", "tui", "agent", "session", "tools"],
	testkit: ["utils", "natives", "ai", "tui", "agent", "session", "tools", "coding-agent"],
};

/** Where `tools` may import `tui`: how a call looks is kept apart from what it does. */
export const toolViews = /\/(?:(?:[a-z-]+-)?views?|view\/[a-z-]+)(?:\.test)?\.ts$/;

/** Who may start a mode; everything else does not know that modes exist. */
export const modeStarters =
	/^packages\/coding-agent\/src\/(?:main\.ts|cli\/(?:launch|run-at-terminal|tool-gallery)\.ts|sdk\/runners\.ts)/;
