import type { CommandEntry } from "./command-entry.ts";

/** Parts of omp by themselves, to see what they do. */
export const diagnosticCommands: readonly CommandEntry[] = [
	{
		name: "read",
		summary: "Print what the read tool would return",
		load: async () => (await import("./read.ts")).read,
		words: async () => ({ flags: (await import("./read.ts")).flags }),
	},
	{
		name: "grep",
		summary: "Search text as the search tool does",
		load: async () => (await import("./grep.ts")).grep,
		words: async () => ({ flags: (await import("./grep.ts")).flags }),
	},
	{
		name: "bench",
		summary: "Measure how soon and how fast models answer",
		load: async () => (await import("./bench.ts")).bench,
		words: async () => ({ flags: (await import("./bench.ts")).flags, dynamic: "models" }),
	},
	{
		name: "gallery",
		summary: "Draw how tools look in a conversation",
		load: async () => (await import("./gallery.ts")).gallery,
		words: async () => ({ flags: (await import("./gallery.ts")).flags }),
	},
];
