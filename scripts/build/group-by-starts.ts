import { basename, resolve } from "node:path";

export type Outputs = Bun.BuildMetafile["outputs"];
/** The modules that are imported dynamically, with absolute paths, by the way the product is started. */
export type Starts = Readonly<Record<string, ReadonlySet<string>>>;

/** Parts that are loaded without the rest of a start; what they share with one is grouped by itself. */
const parts = { commands: "/src/cli/", protocols: "/src/protocols/", tools: "/packages/tools/", packages: "/src/sdk/" };

/**
 * Chunks by the starts and parts that load them. A chunk is loaded by everything that loads one which imports it, so groups do
 * not import each other in cycles.
 */
export function groupByStarts(outputs: Outputs, starts: Starts): ReadonlyMap<string, readonly string[]> {
	const recorded = new Set(Object.values(starts).flatMap((entries) => [...entries]));
	const later = entriesOf(outputs).filter((entry) => !recorded.has(entry));
	const started = new Set(Object.values(starts).flatMap((entries) => [...staticClosure(outputs, entries)]));
	const loads: Record<string, ReadonlySet<string>> = { ...starts };
	for (const [part, folder] of Object.entries(parts)) {
		loads[part] = new Set(later.filter((entry) => entry.includes(folder)));
	}
	const loadedBy = new Map<string, string>();
	for (const [name, entries] of Object.entries(loads)) {
		for (const chunk of staticClosure(outputs, entries)) loadedBy.set(chunk, `${loadedBy.get(chunk) ?? ""} ${name}`);
	}
	const groups = Map.groupBy(started, (chunk) => loadedBy.get(chunk));
	const merged = [...groups.values()]
		.map((chunks) => new Set(chunks.filter((chunk) => !isProgram(outputs, chunk)).sort()))
		.flatMap((chunks) => cut(outputs, importedFirst(outputs, chunks)))
		.filter(({ length }) => length > 1);
	return new Map(merged.map((chunks, index) => [`group-${index}.js`, chunks]));
}

/** So that no chunk imports a later one. */
function importedFirst(outputs: Outputs, chunks: ReadonlySet<string>): string[] {
	const ordered = new Set<string>();
	const visit = (chunk: string) => {
		if (!chunks.has(chunk) || ordered.has(chunk)) return;
		for (const { path, kind } of outputs[`./${chunk}`]?.imports ?? []) {
			if (kind === "import-statement") visit(basename(path));
		}
		ordered.add(chunk);
	};
	for (const chunk of chunks) visit(chunk);
	return [...ordered];
}

/** Very large modules are slow to load as well. */
const maxGroupBytes = 50_000;

function cut(outputs: Outputs, chunks: readonly string[]): string[][] {
	const parts: string[][] = [];
	let size = Number.POSITIVE_INFINITY;
	for (const chunk of chunks) {
		const { bytes = 0 } = outputs[`./${chunk}`] ?? {};
		if (size + bytes > maxGroupBytes) {
			parts.push([]);
			size = 0;
		}
		parts.at(-1)?.push(chunk);
		size += bytes;
	}
	return parts;
}

/** The absolute paths of all modules that are imported dynamically. */
function entriesOf(outputs: Outputs): string[] {
	return Object.values(outputs).flatMap(({ entryPoint }) => (entryPoint === undefined ? [] : [resolve(entryPoint)]));
}

/** A program keeps its file, whose name has no hash. */
function isProgram(outputs: Outputs, chunk: string): boolean {
	const entryPoint = outputs[`./${chunk}`]?.entryPoint;
	return entryPoint !== undefined && chunk === basename(entryPoint).replace(/\.ts$/, ".js");
}

function staticClosure(outputs: Outputs, entries: ReadonlySet<string>): ReadonlySet<string> {
	const seen = new Set<string>();
	const visit = (chunk: string) => {
		const output = outputs[`./${chunk}`];
		if (!output || seen.has(chunk)) return;
		seen.add(chunk);
		for (const { path, kind } of output.imports) if (kind === "import-statement") visit(basename(path));
	};
	for (const [path, { entryPoint }] of Object.entries(outputs)) {
		if (entryPoint !== undefined && entries.has(resolve(entryPoint))) visit(basename(path));
	}
	return seen;
}
