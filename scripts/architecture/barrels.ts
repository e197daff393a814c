import { type SourceTree, sourceFiles, type Violation } from "./source-tree.ts";
import { withoutComments } from "./without-comments.ts";

/** An `index.ts` that only passes things on hides where they are and loads all of them for one. */
export function checkBarrels(tree: SourceTree): Violation[] {
	return sourceFiles(tree)
		.filter(([file, source]) => /(^|\/)index\.tsx?$/.test(file) && onlyPassesOn(source))
		.map(([file]) => ({ file, message: "only passes things on: import them where they are" }));
}

function onlyPassesOn(source: string): boolean {
	const rest = withoutComments(source)
		.replace(/\bimport\b[^;]*;/g, "")
		.replace(/\bexport\b\s*(?:type\s*)?(?:\*|\{)[^;]*;/g, "");
	return source.includes("export") && rest.trim() === "";
}
