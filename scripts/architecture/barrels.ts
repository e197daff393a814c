import { type SourceTree, sourceFiles, type Violation } from "./source-tree.ts";
import { withoutComments } from "./without-comments.ts";

/** An `index.ts` with only re-exports hides where things are and loads all of them for one. */
export function checkBarrels(tree: SourceTree): Violation[] {
	return sourceFiles(tree)
		.filter(([file, source]) => /(^|\/)index\.tsx?$/.test(file) && onlyPassesOn(source))
		.map(([file]) => ({ file, message: "has only re-exports: import things where they are" }));
}

function onlyPassesOn(source: string): boolean {
	const rest = withoutComments(source)
		.replace(/\bimport\b[^;]*;/g, "")
		.replace(/\bexport\b\s*(?:type\s*)?(?:\*|\{)[^;]*;/g, "");
	return source.includes("export") && rest.trim() === "";
}
