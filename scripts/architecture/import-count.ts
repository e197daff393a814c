import { importLists } from "./import-count.data.ts";
import { allImports } from "./imports.ts";
import { isSupport, type SourceTree, type Violation } from "./source-tree.ts";

export const maxImports = 25;

/** A file that imports more of our own modules is an assembly of things that want a part of their own; only lists may. */
export function checkImportCount(
	tree: SourceTree,
	lists: readonly { readonly file: string }[] = importLists,
): Violation[] {
	const counts = new Map<string, number>();
	for (const { file, target } of allImports(tree)) {
		if (isSupport(file) || (target.kind !== "file" && target.kind !== "workspace")) continue;
		counts.set(file, (counts.get(file) ?? 0) + 1);
	}
	const many = [...counts].filter(([, count]) => count > maxImports);
	return [
		...many
			.filter(([file]) => !lists.some((list) => list.file === file))
			.map(([file, count]) => ({
				file,
				message: `imports ${count} own modules, ${maxImports} are allowed: move a part out that needs some of them`,
			})),
		...lists
			.filter((list) => !many.some(([file]) => file === list.file))
			.map(({ file }) => ({
				file: "scripts/architecture/import-count.data.ts",
				message: `${file} imports no more than ${maxImports} own modules: remove its line`,
			})),
	];
}
