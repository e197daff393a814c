import { acceptedCopies } from "./same-functions.data.ts";
import { isSupport, lineOf, type SourceTree, sourceFiles, type Violation } from "./source-tree.ts";

/** A body of fewer lines says little more than its name. */
export const minLines = 3;

interface FoundFunction {
	readonly file: string;
	readonly line: number;
	readonly name: string;
	/** Parameters and body without differences in white space. */
	readonly text: string;
}

/** The same function is written once: in the file that owns the idea, or in `utils`. Names may differ, bodies may not be equal. */
export function checkSameFunctions(tree: SourceTree, accepted: readonly string[] = acceptedCopies): Violation[] {
	const byText = new Map<string, FoundFunction[]>();
	for (const [file, source] of sourceFiles(tree)) {
		if (isSupport(file)) continue;
		for (const found of functionsIn(file, source)) byText.set(found.text, [...(byText.get(found.text) ?? []), found]);
	}
	const copies = [...byText.values()].filter((found) => new Set(found.map(({ file }) => file)).size > 1);
	return [
		...copies
			.filter((found) => !found.some(({ name }) => accepted.includes(name)))
			.flatMap(([first, ...others]) =>
				others.map(({ file, line, name }) => ({
					file,
					line,
					message: `${name} is the same as ${first?.name} in ${first?.file}: keep one of them`,
				})),
			),
		...accepted
			.filter((name) => !copies.some((found) => found.some((one) => one.name === name)))
			.map((name) => ({
				file: "scripts/architecture/same-functions.data.ts",
				message: `${name} has no copy any more: remove its line`,
			})),
	];
}

/** Functions of the module, as the formatter writes them: they begin and end at the start of a line. */
function functionsIn(file: string, source: string): FoundFunction[] {
	const declared = /^(?:export )?(?:async )?function\*? (\w+)([\s\S]*?\n)\}$/gm;
	const assigned = /^(?:export )?const (\w+) = ((?:async )?\([\s\S]*?\n)\};$/gm;
	return [declared, assigned].flatMap((pattern) =>
		[...source.matchAll(pattern)].flatMap((match) => {
			const [, name = "", text = ""] = match;
			const body = text.slice(text.indexOf("{\n") + 2);
			if (body.split("\n").length - 1 < minLines) return [];
			return [{ file, line: lineOf(source, match.index), name, text: text.replace(/\s+/g, " ") }];
		}),
	);
}
