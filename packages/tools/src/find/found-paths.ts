import type { ToolCallContext } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { FindDetails } from "./execute.ts";
import type { GlobOptions } from "./file-finder.ts";
import type { FindDeps } from "./find.ts";
import { NewestPaths } from "./newest-paths.ts";
import type { FindTarget } from "./target.ts";

const progressIntervalMs = 200;

/** Gathers what several walks find, each path once, and shows it now and then. */
export function collect(limit: number, deps: FindDeps, call: ToolCallContext<FindDetails>) {
	const newest = new NewestPaths(limit);
	let shownAt = deps.now();
	const showProgress = () => {
		const now = deps.now();
		if (now - shownAt < progressIntervalMs) return;
		shownAt = now;
		call.onProgress({ content: [...newest.candidates].join("\n") });
	};
	const addAll = async (root: string, paths: readonly string[]) => {
		const times = await (deps.finder.modifiedTimes?.(root, paths) ?? statTimes(root, paths, deps));
		for (const [index, path] of paths.entries()) {
			const modifiedMs = times[index] ?? Number.NaN;
			if (!Number.isNaN(modifiedMs)) newest.add(root, path, modifiedMs);
		}
		showProgress();
	};
	return {
		page: () => newest.page(),
		async from(target: FindTarget, options: Omit<GlobOptions, "root" | "onPaths">): Promise<void> {
			if (target.kind === "path") newest.add("", target.path, target.facts.modifiedMs);
			if (target.kind !== "glob") return;
			const { root, pattern } = target;
			const adding: Array<Promise<void>> = [];
			const onPaths = (paths: readonly string[]) => adding.push(addAll(root, paths));
			await deps.finder.glob(pattern, { ...options, root, onPaths });
			await Promise.all(adding);
		},
	};
}

async function statTimes(root: string, paths: readonly string[], { finder }: FindDeps): Promise<number[]> {
	const facts = await finder.stat(paths.map((path) => `${root}/${path}`));
	return paths.map((_, index) => facts[index]?.modifiedMs ?? Number.NaN);
}
