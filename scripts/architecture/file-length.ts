import { type SourceTree, sourceFiles, type Violation } from "./source-tree.ts";

export const maxLines = 400;
export const maxTestLines = 600;

/** A longer file has a second idea. Tables and generated files are exempt. */
export function checkFileLength(tree: SourceTree): Violation[] {
	return sourceFiles(tree).flatMap(([file, source]) => {
		if (/\.(data|generated)\.tsx?$|\/fixtures\//.test(file)) return [];
		const limit = /\.test\.tsx?$/.test(file) ? maxTestLines : maxLines;
		const lineCount = source.split("\n").length - 1;
		if (lineCount <= limit) return [];
		const message = `has ${lineCount} lines, ${limit} are allowed: move its second idea out, with its state and tests`;
		return [{ file, message }];
	});
}
