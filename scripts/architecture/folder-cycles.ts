import { posix } from "node:path";
import { knownCycles } from "./folder-cycles.data.ts";
import { allImports, type Import } from "./imports.ts";
import { isSupport, type SourceTree, type Violation } from "./source-tree.ts";

/** What the nodes of one folder import from each other: from, to, and one import that makes the edge. */
type Graph = Map<string, Map<string, Import>>;

/** The node of all files that lie directly in a folder. */
const ownFiles = ".";

/**
 * The parts of a folder do not import each other in a circle: its own files together are one part, each subfolder with
 * everything below it is another. Imports of types count, so that any folder can be read and tested without those that use it.
 * Between two files of the same folder only values count: `execute.ts` may take its parameters' type from the tool that calls it.
 */
export function checkFolderCycles(tree: SourceTree, known: readonly string[] = knownCycles): Violation[] {
	const cyclic = [...graphsOf(tree)].flatMap(([folder, graphs]) => {
		const cycles = [shortestCycle(graphs.files), shortestCycle(graphs.parts)].filter((cycle) => cycle !== undefined);
		return cycles.length > 0 ? [{ folder, cycles }] : [];
	});
	const fresh = cyclic
		.filter(({ folder }) => !known.includes(folder))
		.flatMap(({ folder, cycles }) => cycles.map((cycle) => ({ file: folder, message: describeCycle(cycle) })));
	const outdated = known
		.filter((folder) => !cyclic.some((found) => found.folder === folder))
		.map((folder) => ({
			file: "scripts/architecture/folder-cycles.data.ts",
			message: `${folder} has no import cycle any more: remove its line`,
		}));
	return [...fresh, ...outdated];
}

interface FolderGraphs {
	/** Between the files of the folder itself. */
	readonly files: Graph;
	/** Between the folder's own files and its subfolders. */
	readonly parts: Graph;
}

function graphsOf(tree: SourceTree): ReadonlyMap<string, FolderGraphs> {
	const graphs = new Map<string, FolderGraphs>();
	for (const found of allImports(tree)) {
		const { file, target } = found;
		if (target.kind !== "file" || isSupport(file) || isSupport(target.path) || !file.includes("/src/")) continue;
		const folder = commonFolder(file, target.path);
		if (!folder.includes("/src")) continue;
		const own = graphs.get(folder) ?? { files: new Map(), parts: new Map() };
		graphs.set(folder, own);
		const [from, to] = [partOf(folder, file), partOf(folder, target.path)];
		if (from !== to) addEdge(own.parts, from, to, found);
		else if (!found.isType) addEdge(own.files, file, target.path, found);
	}
	return graphs;
}

function addEdge(graph: Graph, from: string, to: string, found: Import): void {
	const edges = graph.get(from) ?? new Map<string, Import>();
	graph.set(from, edges);
	if (!edges.has(to)) edges.set(to, found);
}

function commonFolder(one: string, other: string): string {
	let folder = posix.dirname(one);
	while (folder !== "." && !other.startsWith(`${folder}/`)) folder = posix.dirname(folder);
	return folder;
}

/** The subfolder of a folder that a path leads through, or the folder's own files. */
function partOf(folder: string, path: string): string {
	const [first = "", ...rest] = path.slice(folder.length + 1).split("/");
	return rest.length > 0 ? first : ownFiles;
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
