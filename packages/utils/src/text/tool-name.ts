/** Something that calls, policies and lists can name. */
export interface NamedTool {
	readonly name: string;
	/** Names that other programs have for it. */
	readonly aliases?: readonly string[];
	/** Names that stand for it together with other tools: `hub`, `exec`. */
	readonly partOf?: readonly string[];
}

/** The tool that a call means: of that name, else the only one of that name or alias in another spelling (`Grep`, `ReadFile`). */
export function findTool<Tool extends NamedTool>(called: string, tools: readonly Tool[]): Tool | undefined {
	const exact = tools.find(({ name }) => name === called);
	if (exact) return exact;
	const wanted = plainToolName(called);
	return (
		tools.find(({ aliases }) => aliases?.includes(called)) ??
		tools.find(({ name }) => plainToolName(name) === wanted) ??
		tools.find(({ aliases = [] }) => aliases.some((alias) => plainToolName(alias) === wanted))
	);
}

/** The tools that a policy or a list means: the one that a call by this name would be, or all that the name stands for. */
export function toolsNamed<Tool extends NamedTool>(text: string, tools: readonly Tool[]): readonly Tool[] {
	if (!tools.some(({ name }) => name === text)) {
		const wanted = plainToolName(text);
		const group = tools.filter(({ partOf }) => partOf?.includes(wanted));
		if (group.length > 0) return group;
	}
	const found = findTool(text, tools);
	return found ? [found] : [];
}

/**
 * Without case, separators and what some models put around a name. A server and its tool are told apart by nothing, so
 * `mcp__server__tool` is `mcp__server_tool`.
 */
export function plainToolName(name: string): string {
	const bare = name.toLowerCase().replace(/^(?:functions?|tools?|default_api)[.:/]/, "");
	if (bare.startsWith("mcp__")) return bare.replace(/[^a-z0-9]+/g, "_");
	return bare.replace(/[^a-z0-9]/g, "").replace(/(?<=...)tool$/, "");
}
