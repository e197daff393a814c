import { posix } from "node:path";
import { knownCycles } from "./folder-cycles.data.ts";
import { allImports, type Import } from "./imports.ts";
import { isSupport, type SourceTree, type Violation } from "./source-tree.ts";

/** What the files and folders of one folder import from each other: from, to, and one import that makes the edge. */
type Graph = Map<string, Map<string, Import>>;

/**
 * The files and subfolders of a folder do not import each other in a circle. A subfolder counts as one node with everything
 * below it, and its imports of types count, so that any folder can be read and tested without those that use it. Between two
 * files of the same folder only values count: `execute.ts` may take its parameters' type from the tool that calls it.
 */
export function checkFolderCycles(tree: SourceTree, known: readonly string[] = knownCycles): Violation[] {
	const graphs = siblingGraphs(tree);
	const cyclic = [...graphs].flatMap(([folder, graph]) => {
		const cycle = shortestCycle(graph);
		return cycle ? [{ folder, cycle }] : [];
	});
	const fresh = cyclic
		.filter(({ folder }) => !known.includes(folder))
		.map(({ folder, cycle }) => ({ file: folder, message: describeCycle(cycle) }));
	const outdated = known
		.filter((folder) => !cyclic.some((found) => found.folder === folder))
		.map((folder) => ({
			file: "scripts/architecture/folder-cycles.data.ts",
			message: `${folder} has no import cycle any more: remove its line`,
		}));
	return [...fresh, ...outdated];
}

function siblingGraphs(tree: SourceTree): ReadonlyMap<string, Graph> {
	const graphs = new Map<string, Graph>();
	for (const found of allImports(tree)) {
		const { file, target } = found;
		if (target.kind !== "file" || isSupport(file) || isSupport(target.path) || !file.includes("/src/")) continue;
		const folder = commonFolder(file, target.path);
		const from = childOf(folder, file);
		const to = childOf(folder, target.path);
		if (from === to || !folder.includes("/src")) continue;
		if (found.isType && !from.endsWith("/") && !to.endsWith("/")) continue;
		const graph = graphs.get(folder) ?? new Map<string, Map<string, Import>>();
		const edges = graph.get(from) ?? new Map<string, Import>();
		graphs.set(folder, graph.set(from, edges));
		if (!edges.has(to)) edges.set(to, found);
	}
	return graphs;
}

function commonFolder(one: string, other: string): string {
	let folder = posix.dirname(one);
	while (folder !== "." && !other.startsWith(`${folder}/`)) folder = posix.dirname(folder);
	return folder;
}

/** The file or subfolder of a folder that a path leads through; folders end in a slash. */
function childOf(folder: string, path: string): string {
	const [first = "", ...rest] = path.slice(folder.length + 1).split("/");
	return rest.length > 0 ? `${first}/` : first;
}

function shortestCycle(graph: Graph): readonly Import[] | undefined {
	let shortest: readonly Import[] | undefined;
	for (const start of [...graph.keys()].sort()) {
		const cycle = shortestWayBack(graph, start);
		if (cycle && (!shortest || cycle.length < shortest.length)) shortest = cycle;
	}
	return shortest;
}

/** Breadth first, so that the first way back to the start is the shortest. */
function shortestWayBack(graph: Graph, start: string): readonly Import[] | undefined {
	const seen = new Set<string>();
	let ways: Array<{ readonly at: string; readonly imports: readonly Import[] }> = [{ at: start, imports: [] }];
	while (ways.length > 0) {
		const longer: typeof ways = [];
		for (const { at, imports } of ways) {
			for (const [next, made] of graph.get(at) ?? []) {
				if (next === start) return [...imports, made];
				if (seen.has(next)) continue;
				seen.add(next);
				longer.push({ at: next, imports: [...imports, made] });
			}
		}
		ways = longer;
	}
	return undefined;
}

function describeCycle(cycle: readonly Import[]): string {
	const edges = cycle.map(({ file, line, target }) => `${file}:${line} → ${target.kind === "file" ? target.path : ""}`);
	return `has an import cycle:\n    ${edges.join("\n    ")}`;
}
