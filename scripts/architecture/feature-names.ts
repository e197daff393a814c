import { type FeatureFolders, featureFolders, generatedImporters } from "./feature-names.data.ts";
import { allImports, type ImportTarget } from "./imports.ts";
import { isSupport, type SourceTree, type Violation } from "./source-tree.ts";

export const maxImporters = 3;

/** A feature is gone with its folders and a few lines: the list of features, that of tools, and one more place. */
export function checkFeatureNames(
	tree: SourceTree,
	features: readonly FeatureFolders[] = featureFolders,
	generated: readonly string[] = generatedImporters,
): Violation[] {
	const imports = allImports(tree).filter(
		({ file }) => !isSupport(file) && !file.endsWith(".data.ts") && !generated.includes(file),
	);
	return features.flatMap(({ feature, folders }) => {
		const isInside = (path: string) => folders.some((folder) => path.startsWith(`${folder}/`));
		const importers = new Set(
			imports
				.filter(({ file, target }) => !isInside(file) && isInside(importedPath(target) ?? ""))
				.map(({ file }) => file),
		);
		if (importers.size <= maxImporters) return [];
		return [
			{
				file: folders[0] ?? feature,
				message: `is imported by ${importers.size} files outside of the feature ${feature}, ${maxImporters} are allowed; let it bring what they need:${[...importers].map((file) => `\n    ${file}`).join("")}`,
			},
		];
	});
}

/** The path of a module of ours. */
function importedPath(target: ImportTarget): string | undefined {
	if (target.kind === "file") return target.path;
	if (target.kind !== "workspace") return undefined;
	const { folder, exports } = target.manifest;
	// One that is not exported is the violation of another rule, but no way around this one.
	const exported = exports[target.entry] ?? `./src${target.entry.slice(1)}.ts`;
	return typeof exported === "string" ? `packages/${folder}/${exported.replace(/^\.\//, "")}` : undefined;
}
