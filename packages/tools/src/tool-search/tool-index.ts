import { rank, type WeightedField } from "./bm25.ts";

/** A tool that is not offered until somebody asks for what it does. */
export interface HiddenTool {
	readonly name: string;
	readonly label: string;
	readonly description: string;
	readonly schemaKeys: readonly string[];
	/** For a tool of an MCP server: whose, and how it is called there. */
	readonly serverName?: string;
	readonly mcpToolName?: string;
}

/** A tool in full, for a model that may call it without having it in its list. */
export interface ToolDescription {
	readonly name: string;
	readonly description: string;
	readonly parameters: Readonly<Record<string, unknown>>;
}

export interface FoundTool extends HiddenTool {
	readonly score: number;
}

export interface ToolSearchDetails {
	readonly query: string;
	readonly limit: number;
	readonly activated_tools: readonly string[];
	readonly match_count: number;
	readonly total_tools: number;
	readonly activeSelectedTools: readonly string[];
	readonly tools: readonly FoundToolDetails[];
}

export type FoundToolDetails = Pick<FoundTool, "name" | "label" | "description" | "serverName" | "score">;

const summaryLength = 200;
/** Of the best score; what is below has a word in common, and little else. */
const worthLoading = 0.3;

/** The tools that fit a query, best first; equals in the order of their names. */
export function findTools(query: string, tools: readonly HiddenTool[]): FoundTool[] {
	return rank(query, tools, listFields)
		.map(({ item, score }) => ({ ...item, score }))
		.sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
}

/** Those of a ranked list that are about as good as the best one. */
export function selectBest(matches: readonly FoundTool[]): FoundTool[] {
	const [best] = matches;
	return matches.filter(({ score }) => best !== undefined && score >= best.score * worthLoading);
}

function listFields(tool: HiddenTool): WeightedField[] {
	return [
		{ text: tool.name, weight: 6 },
		{ text: tool.label, weight: 4 },
		{ text: tool.mcpToolName ?? "", weight: 4 },
		{ text: tool.serverName ?? "", weight: 2 },
		{ text: tool.description.slice(0, summaryLength), weight: 2 },
		...tool.schemaKeys.map((key) => ({ text: key, weight: 1 })),
	];
}
