/** What Claude Code calls our tools. */
export const claudeNames: Readonly<Record<string, readonly string[]>> = {
	bash: ["Bash"],
	read: ["Read"],
	write: ["Write"],
	edit: ["Edit", "MultiEdit"],
	search: ["Grep"],
	find: ["Glob"],
	task: ["Task", "Agent"],
	todo: ["TodoWrite"],
	ask: ["AskUserQuestion"],
	web_search: ["WebSearch"],
};

/** Our tool for a name of Claude Code; the name itself for one that only we have. */
export function ownToolName(claudeName: string): string {
	if (claudeName === "WebFetch" || claudeName === "LS") return "read";
	const found = Object.entries(claudeNames).find(([, names]) => names.includes(claudeName));
	// Servers and tools are joined by one underscore here.
	return found?.[0] ?? claudeName.replace(/^(mcp__.+?)__/, "$1_");
}
