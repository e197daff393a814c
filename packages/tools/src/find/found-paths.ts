import type { ToolCallContext } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { FindDetails } from "./execute.ts";
import type { GlobOptions } from "./file-finder.ts";
import type { FindDeps } from "./find.ts";
import type { FindTarget } from "./target.ts";

export interface FoundPath {
	/** Absolute; a folder ends in `/`. */
	readonly path: string;
	readonly modifiedMs: number;
}

const progressIntervalMs = 200;

/** Gathers what several walks find, each path once, and shows it now and then. */
export function collect(deps: FindDeps, call: ToolCallContext<FindDetails>) {
	const found = new Map<string, FoundPath>();
	let shownAt = deps.now();
	const add = (path: string, modifiedMs: number) => {
		found.set(path, { path, modifiedMs });
	};
	const showProgress = () => {
		const now = deps.now();
		if (now - shownAt < progressIntervalMs) return;
		shownAt = now;
		call.onProgress({ content: [...found.keys()].join("\n") });
	};
	const addAll = async (root: string, paths: readonly string[]) => {
		const absolute = paths.map((path) => `${root}/${path}`);
		const facts = await deps.finder.stat(absolute);
		for (const [index, path] of absolute.entries()) {
			const fact = facts[index];
			if (fact) add(path, fact.modifiedMs);
		}
		showProgress();
	};
	return {
		all: (): FoundPath[] => [...found.values()],
		async from(target: FindTarget, options: Omit<GlobOptions, "root" | "onPaths">): Promise<void> {
			if (target.kind === "path") add(target.path, target.facts.modifiedMs);
			if (target.kind !== "glob") return;
			const { root, pattern } = target;
			const adding: Array<Promise<void>> = [];
			const onPaths = (paths: readonly string[]) => adding.push(addAll(root, paths));
			await deps.finder.glob(pattern, { ...options, root, onPaths });
			await Promise.all(adding);
		},
	};
}

export function newestFirst(found: readonly FoundPath[]): FoundPath[] {
	return [...found].sort((a, b) => b.modifiedMs - a.modifiedMs || (a.path < b.path ? -1 : 1));
}
