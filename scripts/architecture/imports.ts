import { posix } from "node:path";
import { type Manifest, packageManifests } from "./manifest.ts";
import { lineOf, type SourceTree, sourceFiles } from "./source-tree.ts";

export interface Import {
	readonly file: string;
	readonly line: number;
	readonly specifier: string;
	/** Nothing of it is needed at run time. */
	readonly isType: boolean;
	readonly target: ImportTarget;
}

export type ImportTarget =
	| { readonly kind: "builtin" }
	/** A file by relative path. */
	| { readonly kind: "file"; readonly path: string }
	/** An entry of a workspace package: `.` or `./name`. */
	| { readonly kind: "workspace"; readonly manifest: Manifest; readonly entry: string }
	| { readonly kind: "dependency"; readonly name: string };

/** Every import in the tree, those of types and lazy ones included. */
export function allImports(tree: SourceTree): readonly Import[] {
	const known = importsByTree.get(tree) ?? findImports(tree);
	importsByTree.set(tree, known);
	return known;
}

/** Cached, because several rules use one tree and parsing is most of the work. */
const importsByTree = new WeakMap<SourceTree, readonly Import[]>();

function findImports(tree: SourceTree): readonly Import[] {
	const manifests = packageManifests(tree);
	return sourceFiles(tree).flatMap(([file, source]) => {
		const values = new Set(scan(source));
		return findSpecifiers(source).map((specifier) => ({
			file,
			line: lineOf(source, Math.max(0, source.indexOf(JSON.stringify(specifier)))),
			specifier,
			isType: !values.has(specifier),
			target: resolveImport(file, specifier, manifests),
		}));
	});
}

/** What a source imports, types included. */
export function findSpecifiers(source: string): string[] {
	// The scanner leaves out imports of types only.
	const withoutTypeWords = source
		.replace(/\bimport\s+type\s+(?=[\w{*])/g, "import ")
		.replace(/\bexport\s+type\s+(?=[{*])/g, "export ")
		.replace(/([{,]\s*)type\s+(?=\w+\s*(?:as\s+\w+\s*)?[,}])/g, "$1");
	return [...new Set(scan(withoutTypeWords))];
}

function scan(source: string): string[] {
	try {
		return scanner.scan(source).imports.map(({ path }) => path);
	} catch {
		// A syntax error, which the compiler reports better.
		return [];
	}
}

const scanner = new Bun.Transpiler({ loader: "tsx" });

function resolveImport(file: string, specifier: string, manifests: ReadonlyMap<string, Manifest>): ImportTarget {
	if (specifier.startsWith(".")) return { kind: "file", path: posix.join(posix.dirname(file), specifier) };
	if (/^(node:|bun:|bun$)/.test(specifier)) return { kind: "builtin" };
	const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
	const manifest = manifests.get(name);
	if (manifest) return { kind: "workspace", manifest, entry: `.${specifier.slice(name.length)}` };
	return { kind: "dependency", name };
}

/** The package folder an import reaches into, for imports of our own code. */
export function targetPackage(target: ImportTarget): string | undefined {
	if (target.kind === "workspace") return target.manifest.folder;
	if (target.kind === "file") return /^packages\/([^/]+)\//.exec(target.path)?.[1];
	return undefined;
}
