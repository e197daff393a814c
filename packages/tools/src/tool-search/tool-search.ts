import { defineTool, ToolError, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import prompt from "./prompt.md" with { type: "text" };
import { tokenize } from "./tokenize.ts";
import {
	type FoundTool,
	type FoundToolDetails,
	findTools,
	type HiddenTool,
	selectBest,
	type ToolDescription,
	type ToolSearchDetails,
} from "./tool-index.ts";

/** The tools a session holds back. */
export interface ToolDirectory {
	readonly isEnabled: () => boolean;
	/** Everything that can be found, whether it was already or not. */
	readonly discoverable: () => readonly HiddenTool[];
	readonly selected: () => readonly string[];
	/** Offers these with the next request. */
	readonly select: (names: readonly string[]) => void;
	/** Where the list of tools stays as it is: what the model has to know to call these. */
	readonly describe?: (names: readonly string[]) => readonly ToolDescription[];
}

const defaultLimit = 8;
const callNote = "Call them by name from now on, though your list of tools does not have them.";

export const disabledText =
	"Tool discovery is disabled. Enable tools.discoveryMode or mcp.discoveryMode to use search_tool_bm25.";

const parameters = {
	type: "object",
	properties: { query: { type: "string" }, limit: { type: "number", description: "At most so many (8)" } },
	required: ["query"],
	additionalProperties: false,
} as const;

const traits: ToolTraits = {
	name: "search_tool_bm25",
	effects: [],
	view: async () => (await import("./view.ts")).toolSearchView,
};

/** Made by whoever holds tools back. */
export const toolSearch: BuiltInTool = {
	...traits,
	sample: async () => (await import("./sample.data.ts")).searchToolBm25Sample,
};

export function toolSearchTool(directory: ToolDirectory) {
	return defineTool<typeof parameters, ToolSearchDetails>({
		...traits,
		label: "Search tools",
		prompt: description(directory),
		parameters,
		approval: "read",
		loadMode: "essential",
		async execute({ query, limit = defaultLimit }) {
			if (!directory.isEnabled()) throw new ToolError(disabledText);
			check(query, limit);
			const all = directory.discoverable();
			const selectedBefore = directory.selected();
			const candidates = all.filter(({ name }) => !selectedBefore.includes(name));
			const matches = findTools(query, candidates);
			const found = selectBest(matches).slice(0, limit);
			const names = found.map(({ name }) => name);
			if (names.length > 0) directory.select(names);
			const answer = {
				query,
				activated_tools: names,
				match_count: matches.length,
				total_tools: all.length,
			};
			const tools = directory.describe?.(names) ?? [];
			return {
				content: JSON.stringify({ ...answer, ...(tools.length > 0 && { note: callNote, tools }) }),
				details: { ...answer, limit, activeSelectedTools: directory.selected(), tools: found.map(detailsOf) },
			};
		},
	});
}

function check(query: string, limit: number): void {
	if (query.trim() === "") throw new ToolError("Query must not be empty.");
	if (!Number.isInteger(limit) || limit < 1) throw new ToolError("Limit must be a whole number of at least 1.");
	if (tokenize(query).length === 0) throw new ToolError("Query must contain at least one letter or number.");
}

function detailsOf({ name, label, description: text, serverName, score }: FoundTool): FoundToolDetails {
	return { name, label, description: text, ...(serverName !== undefined && { serverName }), score };
}

/** Says what there is, briefly: our own tools by name, those of servers by number. */
function description(directory: ToolDirectory): string {
	const tools = directory.discoverable();
	const builtIn = tools.filter(({ serverName }) => serverName === undefined).map(({ name }) => name);
	const servers = Map.groupBy(
		tools.filter(({ serverName }) => serverName !== undefined),
		({ serverName }) => serverName,
	);
	const groups = [...builtIn, ...[...servers].map(([server, { length }]) => `${length} of server ${server}`)];
	return renderPrompt(prompt, { count: String(tools.length), groups: groups.join(", ") || "none" });
}
