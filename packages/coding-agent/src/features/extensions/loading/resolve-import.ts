import { isBuiltin } from "node:module";
import { dirname, extname, isAbsolute, join, resolve } from "node:path";
import { statOrUndefined } from "@oh-my-pi/pi-utils/files/stat-or-undefined";

/** What an import of an extension leads to. */
export type ImportTarget =
	| { readonly kind: "file"; readonly path: string }
	/** One of our own packages, such as `pi-tui`. */
	| { readonly kind: "host"; readonly name: string }
	/** In `node_modules`. */
	| { readonly kind: "package"; readonly name: string; readonly path: string }
	/** Not installed, and imported only when it runs: it stays so, since nobody checked what comes later. */
	| { readonly kind: "missing"; readonly name: string }
	/** Part of Bun or Node. */
	| { readonly kind: "builtin" };

const endings = ["", ".ts", ".tsx", ".mts", ".js", ".mjs", ".cjs", ".json", "/index.ts", "/index.js"];
const hostScope = /^@(?:oh-my-pi|mariozechner|earendil-works)\/(pi-.+)$/;

/** Throws for what is not there: nothing is ever installed because an extension imports it. */
export function resolveImport(specifier: string, from: string): ImportTarget {
	const host = specifier === "@sinclair/typebox" ? "typebox" : hostScope.exec(specifier)?.[1];
	if (host !== undefined) return { kind: "host", name: host };
	if (specifier === "bun" || specifier.startsWith("bun:") || isBuiltin(specifier)) return { kind: "builtin" };
	if (isPath(specifier)) {
		const path = fileAt(resolve(dirname(from), specifier));
		if (path === undefined) throw new Error(`Cannot find ${specifier}, imported by ${from}`);
		return { kind: "file", path };
	}
	if (specifier.startsWith("#")) return ownImport(specifier, from);
	const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
	if (!isInstalled(name, dirname(from))) {
		// Often a peer: ours does what tools need.
		if (specifier === "typebox") return { kind: "host", name: "typebox" };
		if (specifier === "zod" || specifier === "zod/v4") return { kind: "host", name: "zod" };
		if (specifier === "arktype") {
			throw new Error(
				`Cannot find the package arktype, imported by ${from}. Install it beside the extension, or use pi.arktype`,
			);
		}
		throw new Error(`Cannot find the package ${name}, imported by ${from}`);
	}
	return { kind: "package", name, path: Bun.resolveSync(specifier, dirname(from)) };
}

/** The same for `import(…)`, which extensions use for packages that they can do without. */
export function findImport(specifier: string, from: string): ImportTarget {
	try {
		return resolveImport(specifier, from);
	} catch (error) {
		if (isPath(specifier)) throw error;
		return { kind: "missing", name: specifier };
	}
}

function isPath(specifier: string): boolean {
	return /^\.{1,2}(\/|$)/.test(specifier) || isAbsolute(specifier);
}

/** One of the `imports` of the package that a file is in: a file of it, or another package. */
function ownImport(specifier: string, from: string): ImportTarget {
	const path = resolvedOr(specifier, dirname(from), `Cannot find ${specifier}, imported by ${from}`);
	const isOwn = depthOf(path) === depthOf(from);
	return isOwn ? { kind: "file", path } : { kind: "package", name: specifier, path };
}

function resolvedOr(specifier: string, folder: string, problem: string): string {
	try {
		return Bun.resolveSync(specifier, folder);
	} catch {
		throw new Error(problem);
	}
}

function depthOf(path: string): number {
	return path.split("/node_modules/").length;
}

/** TypeScript names a file by what it will become: `./a.js` may be `a.ts`. */
function fileAt(path: string): string | undefined {
	const twin = extname(path) === ".js" ? [`${path.slice(0, -3)}.ts`, `${path.slice(0, -3)}.tsx`] : [];
	return [...endings.map((ending) => path + ending), ...twin].find(isFile);
}

function isFile(path: string): boolean {
	return statOrUndefined(path)?.isFile() ?? false;
}

function isInstalled(name: string, folder: string): boolean {
	for (let at = folder; ; at = dirname(at)) {
		if (statOrUndefined(join(at, "node_modules", name))?.isDirectory()) return true;
		if (dirname(at) === at) return false;
	}
}
