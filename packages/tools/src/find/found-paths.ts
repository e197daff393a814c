import { join } from "node:path";
import type { ToolCallContext } from "@oh-my-pi/pi-agent-core/tools/tool";
import { NewestPaths } from "@oh-my-pi/pi-natives/walk/newest/newest-paths";
import { currentPlace } from "@oh-my-pi/pi-policy/paths/resolve-path";
import type { FileFinder, NewestOptions, WalkOptions } from "../files/open/file-finder.ts";
import type { FindTarget } from "../files/open/find-target.ts";
import { LeftOut } from "../files/open/left-out.ts";
import type { FindDetails } from "./execute.ts";
import type { FindDeps } from "./find.ts";

const progressIntervalMs = 200;

/** Gathers what several walks find, each path once, and shows it now and then. */
export function collect(limit: number, deps: FindDeps, call: ToolCallContext<FindDetails>) {
	const { finder, now } = deps;
	const place = currentPlace(deps);
	const newest = new NewestPaths(limit);
	const leftOut = new Set<string>();
	let shownAt = now();
	const onProgress = () => {
		if (now() - shownAt < progressIntervalMs) return;
		shownAt = now();
		call.onProgress({ content: [...newest.candidates].join("\n") });
	};
	return {
		page: () => newest.page(),
		/** What was not walked, since `read` would ask about it. */
		leftOut,
		async from(target: FindTarget, options: Omit<WalkOptions, "root">): Promise<void> {
			if (target.kind === "path") newest.add("", target.path, target.facts.modifiedMs);
			if (target.kind !== "glob") return;
			const { root, pattern } = target;
			const guarded = new LeftOut(root, place);
			for (const path of guarded.within(pattern)) if (options.hidden || !isHidden(path)) leftOut.add(join(root, path));
			if (guarded.isAll) return;
			const walk = { ...options, root, leftOut: guarded.byFolder, into: newest, onProgress };
			await (finder.newest?.(pattern, walk) ?? newestByStat(finder, pattern, walk));
		},
	};
}

function isHidden(path: string): boolean {
	return path.split("/").some((name) => name.startsWith("."));
}

async function newestByStat(finder: FileFinder, pattern: string, options: NewestOptions): Promise<void> {
	const { into, onProgress, ...walk } = options;
	const addAll = async (paths: readonly string[]) => {
		const facts = await finder.stat(paths.map((path) => `${walk.root}/${path}`));
		for (const [index, path] of paths.entries()) into.add(walk.root, path, facts[index]?.modifiedMs ?? Number.NaN);
		onProgress();
	};
	const adding: Array<Promise<void>> = [];
	await finder.glob(pattern, { ...walk, onPaths: (paths) => adding.push(addAll(paths)) });
	await Promise.all(adding);
}
