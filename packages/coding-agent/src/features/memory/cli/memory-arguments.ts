import type { FlagDefinition } from "../../../startup/flags.data.ts";

export const memoryActions = [
	{ name: "list", usage: "list [--limit n] [--all]", summary: "The memories of this project, newest first" },
	{ name: "search", usage: "search <text>", summary: "Those that match best" },
	{ name: "show", usage: "show <id>", summary: "All of one memory" },
	{ name: "edit", usage: "edit <id> [--content text] [--importance n]", summary: "Change one" },
	{ name: "forget", usage: "forget <id>", summary: "Delete one" },
	{ name: "invalidate", usage: "invalidate <id> [--replacement id]", summary: "Mark one as no longer true" },
	{ name: "export", usage: "export <file|->", summary: "Write all as JSON lines" },
	{ name: "import", usage: "import <file|->", summary: "Add those of an exported file; known ids are skipped" },
	{ name: "stats", usage: "stats", summary: "How much there is, and where" },
	{ name: "diagnose", usage: "diagnose", summary: "Check that the memory works" },
	{ name: "wipe", usage: "wipe --yes", summary: "Delete all memories of this project" },
] as const;

export type MemoryAction = (typeof memoryActions)[number]["name"];

export const memoryFlags = [
	{ name: "json", kind: "boolean", help: "list, search, show, stats: print JSON" },
	{ name: "limit", kind: "string", value: "n", help: "list, search: how many (50)" },
	{ name: "project", kind: "string", value: "label", help: "list, search: only those stored in this project" },
	{ name: "agent", kind: "string", value: "name", help: "list, search: only those stored by main or this sub-agent" },
	{ name: "all", kind: "boolean", help: "list, search: of all projects" },
	{ name: "invalidated", kind: "boolean", help: "list, search: also those that no longer hold" },
	{ name: "content", kind: "string", value: "text", help: "edit: the new text" },
	{ name: "importance", kind: "string", value: "n", help: "edit: from 0 to 1" },
	{ name: "replacement", kind: "string", value: "id", help: "invalidate: the memory that holds instead" },
	{
		name: "backend",
		kind: "string",
		value: "name",
		values: ["local", "hindsight", "mnemopi"],
		help: "The backend, also while memory.backend is off",
	},
	{ name: "yes", kind: "boolean", help: "wipe: without asking" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

export const memoryUsage = `USAGE
${memoryActions.map(({ usage, summary }) => `  omp memory ${usage.padEnd(46)}${summary}`).join("\n")}

Shows, searches, corrects, exports and deletes what is remembered across sessions. Memories belong to the project of the current folder, as the scope of the backend says.
`;
