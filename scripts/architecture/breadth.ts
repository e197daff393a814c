import { breadthExceptions } from "./breadth.data.ts";
import { allImports } from "./imports.ts";
import { isSupport, type SourceTree, type Violation } from "./source-tree.ts";
import { withoutComments } from "./without-comments.ts";

const WIDEST = 20;

/** A file that draws on more than twenty others of ours holds more than one idea. Plain lists of things are what they are. */
export function checkBreadth(tree: SourceTree, exceptions = breadthExceptions): Violation[] {
	const breadths = countOwnImports(tree);
	const wide = [...breadths].flatMap(([file, breadth]) => {
		const limit = exceptions[file] ?? WIDEST;
		if (breadth <= limit || isPlainList(tree.get(file) ?? "")) return [];
		return [{ file, message: `imports ${breadth} files of our own; ${limit} is the most it may` }];
	});
	const outdated = Object.entries(exceptions).flatMap(([file, limit]) => {
		const breadth = breadths.get(file) ?? 0;
		if (breadth >= limit) return [];
		const remedy = breadth <= WIDEST ? "remove its line" : `lower its number to ${breadth}`;
		return [{ file: "scripts/architecture/breadth.data.ts", message: `${file} has become narrower: ${remedy}` }];
	});
	return [...wide, ...outdated];
}

function countOwnImports(tree: SourceTree): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const { file, target } of allImports(tree)) {
		if (isSupport(file) || (target.kind !== "file" && target.kind !== "workspace")) continue;
		counts.set(file, (counts.get(file) ?? 0) + 1);
	}
	return counts;
}

/** Only imports and the values made of them: registries grow by a line for each new thing, as they should. */
function isPlainList(source: string): boolean {
	return !/\b(function|class|if|for|while|switch|return|await|new)\b|=>/.test(withoutComments(source));
}
