import { basename, resolve } from "node:path";
import { SourceTextModule } from "node:vm";

type Metafile = Bun.BuildMetafile;

/**
 * Says why the executable could run its modules in another order than the sources: a chunk that others wait for, or chunks that
 * import each other. Either can leave a name without a value, or a start that waits for itself.
 */
export async function checkChunks(metafile: Metafile): Promise<string[]> {
	return [...findChunkCycles(metafile), ...(await findTopLevelAwaits(Object.keys(metafile.inputs)))];
}

/** One message per cycle of static imports. */
export function findChunkCycles({ outputs }: Pick<Metafile, "outputs">): string[] {
	const imports = new Map(
		Object.entries(outputs).map(([path, output]) => [
			basename(path),
			output.imports.filter(({ kind }) => kind === "import-statement").map((imported) => basename(imported.path)),
		]),
	);
	const cycles: string[] = [];
	const finished = new Set<string>();
	const visit = (chunk: string, path: readonly string[]): void => {
		if (finished.has(chunk)) return;
		const start = path.indexOf(chunk);
		if (start >= 0) {
			cycles.push(`chunks import each other: ${[...path.slice(start), chunk].join(" → ")}`);
			return;
		}
		for (const imported of imports.get(chunk) ?? []) visit(imported, [...path, chunk]);
		finished.add(chunk);
	};
	for (const chunk of imports.keys()) visit(chunk, []);
	return cycles;
}

/** One message per module. Our `.mjs` files are programs that the product writes to disk. */
export async function findTopLevelAwaits(paths: readonly string[]): Promise<string[]> {
	const modules = paths.filter((path) => /\.[jt]sx?$|node_modules.*\.mjs$/.test(path));
	const found = await Promise.all(modules.map(async (path) => ((await awaitsAtTopLevel(path)) ? [path] : [])));
	return found.flat().map((path) => `${path} has a top-level await`);
}

async function awaitsAtTopLevel(path: string): Promise<boolean> {
	const text = await Bun.file(resolve(path)).text();
	if (!/\bawait\b/.test(text)) return false;
	const loader = /x$/.test(path) ? "tsx" : path.endsWith(".ts") ? "ts" : "js";
	const code = new Bun.Transpiler({ loader, target: "bun" }).transformSync(text);
	// Bun does not list it in its types yet.
	const module: SourceTextModule & { hasTopLevelAwait?(): boolean } = new SourceTextModule(code);
	return module.hasTopLevelAwait?.() ?? false;
}
