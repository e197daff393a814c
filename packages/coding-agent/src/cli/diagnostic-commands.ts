import type { CommandEntry } from "../startup/command-entry.ts";

/** Run parts of omp by hand. */
export const diagnosticCommands: readonly CommandEntry[] = [
	{
		name: "doctor",
		summary: "Show what omp found, what is shadowed and what is broken",
		load: async () => (await import("./commands/doctor/doctor.ts")).doctor,
		completionSpec: async () => ({ flags: (await import("./commands/doctor/doctor.ts")).flags }),
	},
	{
		name: "ttsr",
		summary: "List and try rules that watch what the model writes",
		load: async () => (await import("./commands/ttsr.ts")).ttsr,
		completionSpec: async () => ({
			flags: (await import("./commands/ttsr.ts")).flags,
			actions: [...(await import("./commands/ttsr.ts")).ttsrActions],
		}),
	},
	{
		name: "read",
		summary: "Print the result of the read tool",
		load: async () => (await import("./commands/read.ts")).read,
		completionSpec: async () => ({ flags: (await import("./commands/read.ts")).flags }),
	},
	{
		name: "grep",
		summary: "Search text as the search tool does",
		load: async () => (await import("./commands/grep.ts")).grep,
		completionSpec: async () => ({ flags: (await import("./commands/grep.ts")).flags }),
	},
	{
		name: "search",
		summary: "Search the web as the web_search tool does",
		load: async () => (await import("./commands/search.ts")).search,
		completionSpec: async () => ({ flags: (await import("./commands/search.ts")).flags }),
	},
	{
		name: "q",
		summary: "The same as search",
		isAlias: true,
		load: async () => (await import("./commands/search.ts")).search,
		completionSpec: async () => ({ flags: (await import("./commands/search.ts")).flags }),
	},
	{
		name: "bench",
		summary: "Measure latency and speed of models",
		load: async () => (await import("./commands/bench/bench.ts")).bench,
		completionSpec: async () => ({ flags: (await import("./commands/bench/bench.ts")).flags, dynamic: "models" }),
	},
	{
		name: "gallery",
		summary: "Show tool views in all states",
		load: async () => (await import("./commands/gallery/gallery.ts")).gallery,
		completionSpec: async () => ({ flags: (await import("./commands/gallery/gallery.ts")).flags }),
	},
];
