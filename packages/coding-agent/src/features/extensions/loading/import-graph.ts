import { dirname } from "node:path";
import { type HostPackages, type PackageSession, runningSession } from "../../../process/host-packages.ts";
import { hostModules, hostSpecifiers, registerModule } from "./host-modules.ts";
import { type ModuleGraph, mentions, type SourceFile } from "./module-graph.ts";
import type { ImportTarget } from "./resolve-import.ts";
import { prepareExecPath } from "./script-runner.ts";

interface Loaded {
	readonly file: SourceFile;
	readonly graph: ModuleGraph;
	readonly version: number;
	/** The modules of omp that it imports, by specifier. */
	readonly hosts: ReadonlyMap<string, string>;
	/** What a CommonJS file exported. */
	exports?: unknown;
}

/** The texts of loaded extensions, by path and query. */
const waiting = new Map<string, Loaded>();
/** The keys of each extension in it, by entry. */
const keys = new Map<string, readonly string[]>();
let isRegistered = false;
let versions = 0;

/** Marks an import as ours, so that other modules of the process are loaded as ever. A new number loads a file anew. */
const mark = (path: string, version: number) => `${path}?omp-extension=${version}`;

/** Runs the texts of a graph, exactly as they were read, and gives what the entry exports. */
export async function importGraph(
	graph: ModuleGraph,
	packages: HostPackages,
	session: PackageSession = runningSession,
): Promise<Readonly<Record<string, unknown>>> {
	versions++;
	const version = versions;
	const files = [...graph.files.values()];
	const importsAny = mentions(graph, /\b(?:import|require)\b/);
	const hosts = importsAny ? await hostModules(files, packages, session) : new Map<string, string>();
	if (importsAny) {
		const shared = hostSpecifiers(packages(runningSession));
		for (const [specifier, load] of Object.entries(shared)) registerModule(specifier, load);
	}
	prepareExecPath();
	registerLoader();
	for (const key of keys.get(graph.entry) ?? []) waiting.delete(key);
	const marks = files.map((file) => mark(file.path, version));
	// Kept for what is imported later, until the extension is loaded anew.
	keys.set(graph.entry, marks);
	for (const file of files) waiting.set(mark(file.path, version), { file, graph, version, hosts });
	return await import(mark(graph.entry, version));
}

function registerLoader(): void {
	if (isRegistered) return;
	isRegistered = true;
	Bun.plugin({
		name: "omp-extensions",
		setup(build) {
			build.onLoad({ filter: /\?omp-extension=\d+$/ }, ({ path }) => {
				const loaded = waiting.get(path);
				if (!loaded) throw new Error(`${path} is not part of a loaded extension`);
				if (isCommonJs(loaded.file)) return { exports: namespaceOf(runCommonJs(loaded)), loader: "object" };
				const { text, loader } = loaded.file;
				if (loader === "json") return { exports: namespaceOf(JSON.parse(text)), loader: "object" };
				if (loader === "text") return { exports: { default: text }, loader: "object" };
				return { contents: withTargets(loaded), loader };
			});
		},
	});
}

/** The text with its imports led to what was read. Line numbers stay. */
function withTargets({ file, version, hosts }: Loaded): string {
	return file.text.replace(
		/(\bfrom\s*|\bimport\s*|\bimport\s*\(\s*|\brequire\s*\(\s*)(["'])([^"'\n]+)\2/g,
		(whole, before: string, quote: string, specifier: string) => {
			const target = file.imports.get(specifier);
			const path = target?.kind === "host" ? hosts.get(specifier) : target && address(target, version);
			return path === undefined ? whole : `${before}${quote}${path}${quote}`;
		},
	);
}

function address(target: ImportTarget, version: number): string | undefined {
	if (target.kind === "file") return mark(target.path, version);
	if (target.kind === "missing") return `not-installed:${target.name}`;
	return target.kind === "package" ? target.path : undefined;
}

function isCommonJs({ path, text, loader }: SourceFile): boolean {
	if (loader !== "js" || path.endsWith(".mjs")) return false;
	if (path.endsWith(".cjs")) return true;
	return /\bmodule\.exports\b|\bexports\.\w|\brequire\(/.test(text) && !/^\s*(?:import\b[^(]|export\b)/m.test(text);
}

function runCommonJs(loaded: Loaded): unknown {
	if ("exports" in loaded) return loaded.exports;
	const { file, graph, version, hosts } = loaded;
	const module = { exports: {} as unknown };
	loaded.exports = module.exports;
	const require = (specifier: string): unknown => {
		const target = file.imports.get(specifier);
		const inner = target?.kind === "file" ? waiting.get(mark(target.path, version)) : undefined;
		if (inner?.file.loader === "json") return JSON.parse(inner.file.text);
		if (inner && isCommonJs(inner.file)) return runCommonJs(inner);
		return import.meta.require(hosts.get(specifier) ?? (target && address(target, version)) ?? specifier);
	};
	const run = new Function("module", "exports", "require", "__filename", "__dirname", file.text);
	run(module, module.exports, require, file.path, dirname(file.path));
	loaded.exports = module.exports;
	waiting.set(mark(file.path, version), { ...loaded, graph });
	return module.exports;
}

function namespaceOf(exported: unknown): Record<string, unknown> {
	return { ...(typeof exported === "object" ? exported : {}), default: exported };
}
