import type { FuzzTarget } from "./fuzz-target.ts";

/** Loaded on demand, as each needs another part of the product. */
export const fuzzTargets: Readonly<Record<string, () => Promise<FuzzTarget>>> = {
	sse: async () => (await import("./targets/sse.ts")).sse,
	jsonl: async () => (await import("./targets/jsonl.ts")).jsonl,
	keys: async () => (await import("./targets/keys.ts")).keys,
	ansi: async () => (await import("./targets/ansi.ts")).ansi,
	patches: async () => (await import("./targets/patches.ts")).patches,
	shell: async () => (await import("./targets/shell.ts")).shell,
	settings: async () => (await import("./targets/settings.ts")).settings,
};

export function findTarget(name: string): Promise<FuzzTarget> {
	const load = fuzzTargets[name];
	if (!load) throw new Error(`No target ${name}; there are ${Object.keys(fuzzTargets).join(", ")}`);
	return load();
}
