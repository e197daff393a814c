import { posix } from "node:path";
import { allImports, type Import } from "./imports.ts";
import { publishedNames } from "./layers.data.ts";
import { type Manifest, packageManifests, rootManifest } from "./manifest.ts";
import { isSupport, packageFolder, type SourceTree, type Violation } from "./source-tree.ts";

/**
 * Imports between packages use `exports`, imports within one are relative, and package.json lists all used packages. The name of
 * an export is the path of its file, so that an import tells where the file is.
 */
export function checkPackageBorders(tree: SourceTree): Violation[] {
	const manifests = packageManifests(tree);
	const root = rootManifest(tree);
	const byFolder = new Map([...manifests.values()].map((manifest) => [manifest.folder, manifest]));
	return [
		...[...manifests.values()].flatMap((manifest) => [...deadExports(manifest, tree), ...misnamedExports(manifest)]),
		...allImports(tree).flatMap((found) => {
			const own = byFolder.get(packageFolder(found.file) ?? "");
			return own ? borderViolations(found, own, root) : [];
		}),
	];
}

function borderViolations(
	{ file, line, specifier, isType, target }: Import,
	own: Manifest,
	root: Manifest,
): Violation[] {
	const violation = (why: string): Violation[] => [{ file, line, message: `imports ${specifier}: ${why}` }];
	if (target.kind === "file") {
		// The documentation belongs to the whole project and is embedded in the product.
		const inside =
			target.path.startsWith(`packages/${own.folder}/`) || /^(?:docs\/.+|CHANGELOG)\.md$/.test(target.path);
		return inside || isSupport(file) ? [] : violation("a relative path stays inside its package");
	}
	if (target.kind === "builtin") return [];
	if (target.kind === "workspace") {
		if (target.manifest.folder === own.folder) return violation("inside a package use a relative path");
		if (!isExported(target.manifest, target.entry)) {
			return violation(`packages/${target.manifest.folder}/package.json does not export ${target.entry}`);
		}
	}
	const name = target.kind === "workspace" ? target.manifest.name : target.name;
	const isListed = isSupport(file)
		? own.allDependencies.has(name) || root.allDependencies.has(name)
		: // Types of other people's packages are gone when it runs; our own packages are needed to check them.
			own.dependencies.has(name) || (isType && target.kind === "dependency" && own.allDependencies.has(name));
	return isListed ? [] : violation(`packages/${own.folder}/package.json does not list ${name}`);
}

function isExported(manifest: Manifest, entry: string): boolean {
	return Object.keys(manifest.exports).some((key) => {
		const [before = "", after] = key.split("*");
		return after === undefined ? key === entry : entry.startsWith(before) && entry.endsWith(after);
	});
}

function deadExports(manifest: Manifest, tree: SourceTree): Violation[] {
	const file = `packages/${manifest.folder}/package.json`;
	return Object.entries(manifest.exports).flatMap(([entry, target]) => {
		if (typeof target !== "string" || target.includes("*")) return [];
		const path = posix.join(`packages/${manifest.folder}`, target);
		return tree.has(path) ? [] : [{ file, message: `exports ${entry} as ${target}, which does not exist` }];
	});
}

function misnamedExports(manifest: Manifest): Violation[] {
	if (publishedNames.includes(manifest.folder)) return [];
	return Object.entries(manifest.exports).flatMap(([entry, target]) => {
		const path = typeof target === "string" ? /^\.\/src\/(.+?)(?:\.d)?\.tsx?$/.exec(target)?.[1] : undefined;
		if (path === undefined || entry === `./${path}`) return [];
		return [
			{
				file: `packages/${manifest.folder}/package.json`,
				message: `exports ${entry} as ${String(target)}: name it ./${path}`,
			},
		];
	});
}
