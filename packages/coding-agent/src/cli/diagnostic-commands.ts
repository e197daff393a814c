import type { CommandEntry } from "./command-entry.ts";

/** Run parts of omp by hand. */
export const diagnosticCommands: readonly CommandEntry[] = [
	{
		name: "doctor",
		summary: "Show what omp found, what is shadowed and what is broken",
		load: async () => (await import("./doctor.ts")).doctor,
		words: async () => ({ flags: (await import("./doctor.ts")).flags }),
	},
	{
		name: "ttsr",
		summary: "List and try rules that watch what the model writes",
		load: async () => (await import("./ttsr.ts")).ttsr,
		words: async () => ({
			flags: (await import("./ttsr.ts")).flags,
			actions: [...(await import("./ttsr.ts")).ttsrActions],
		}),
	},
	{
		name: "read",
		summary: "Print the result of the read tool",
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
		name: "search",
		summary: "Search the web as the web_search tool does",
		load: async () => (await import("./search.ts")).search,
		words: async () => ({ flags: (await import("./search.ts")).flags }),
	},
	{
		name: "q",
		summary: "The same as search",
		isAlias: true,
		load: async () => (await import("./search.ts")).search,
		words: async () => ({ flags: (await import("./search.ts")).flags }),
	},
	{
		name: "bench",
		summary: "Measure latency and speed of models",
		load: async () => (await import("./bench.ts")).bench,
		words: async () => ({ flags: (await import("./bench.ts")).flags, dynamic: "models" }),
	},
	{
		name: "gallery",
		summary: "Show tool views in all states",
		load: async () => (await import("./gallery.ts")).gallery,
		words: async () => ({ flags: (await import("./gallery.ts")).flags }),
	},
];
