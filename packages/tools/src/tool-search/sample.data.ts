import type { ToolSample } from "../view/tool-sample.ts";

export const searchToolBm25Sample: ToolSample = {
	args: { query: "database" },
	done: { text: "", details: { tools: [{ name: "sql_query", description: "Asks a database\nmore" }] } },
	failed: { text: "No tools are hidden" },
};
