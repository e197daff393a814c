import { allowedNamesOf, deniedFileWords, deniedWords, deniedWordsExcept } from "./denied-words.data.ts";
import { isSupport, lineOf, type SourceTree, sourceFiles, type Violation } from "./source-tree.ts";
import { withoutComments } from "./without-comments.ts";

/** Lines of a function, with its first and last one, up to which a name in -Of is an accessor. */
export const maxAccessorLines = 3;

/** Words that are replaced by the field's vocabulary, and functions in -Of that do work: a verb says what they do. */
export function checkDeniedWords(tree: SourceTree): Violation[] {
	return sourceFiles(tree).flatMap(([file, source]) => {
		const violations = fileNameViolations(file);
		// Tables hold foreign text, and tests name what they make up.
		if (isSupport(file) || /\.(?:data|generated)\.ts$/.test(file)) return violations;
		return [...violations, ...identifierViolations(file, source), ...longNamesOf(file, source)];
	});
}

function fileNameViolations(file: string): Violation[] {
	const path = /^(?:packages\/[^/]+\/src|scripts)\/(.*)\.tsx?$/.exec(file)?.[1] ?? "";
	return wordsIn(path).flatMap((word) => {
		const use = denial(word, deniedFileWords, file);
		return use === undefined ? [] : [{ file, message: `a file name with "${word}": write ${use}` }];
	});
}

const anyDenied = new RegExp(Object.keys(deniedWords).join("|"), "i");
const identifiers = new RegExp(`\\b\\w*(?:${Object.keys(deniedWords).join("|")})\\w*\\b`, "gi");

function identifierViolations(file: string, source: string): Violation[] {
	if (!anyDenied.test(source)) return [];
	const code = withoutComments(withoutTemplateText(withoutComments(source)));
	return [...code.matchAll(identifiers)].flatMap(({ 0: name, index }) => {
		const use = wordsIn(name).flatMap((word) => denial(word, deniedWords, file) ?? [])[0];
		return use === undefined ? [] : [{ file, line: lineOf(code, index), message: `"${name}": write ${use}` }];
	});
}

/** Blanks the words of template strings, also of nested ones; the code in them stays. */
function withoutTemplateText(code: string): string {
	/** What surrounds the place: the words of a template, or code with the count of its open braces. */
	const around: Array<"text" | { braces: number }> = [];
	let kept = "";
	for (const [index, char] of [...code].entries()) {
		const inner = around.at(-1);
		if (char === "`") inner === "text" ? around.pop() : around.push("text");
		else if (inner === "text" && char === "{" && code[index - 1] === "$") around.push({ braces: 0 });
		else if (typeof inner === "object" && char === "{") inner.braces++;
		else if (typeof inner === "object" && char === "}" && inner.braces-- === 0) around.pop();
		kept += (inner === "text" && char !== "\n") || char === "`" ? " " : char;
	}
	return kept;
}

const namesOf = /^(\t*)(?:export )?(?:async )?(?:function\*? |#?(?=\w+Of\(.*\{$))(\w+Of)\b/gm;

function longNamesOf(file: string, source: string): Violation[] {
	return [...source.matchAll(namesOf)].flatMap(({ 1: indent = "", 2: name = "", index }) => {
		const end = source.indexOf(`\n${indent}}`, index);
		const lines = end === -1 ? 0 : source.slice(index, end).split("\n").length + 1;
		if (lines <= maxAccessorLines || Object.hasOwn(allowedNamesOf, name)) return [];
		const message = `"${name}" does work in ${lines} lines: name it with a verb (parse…, read…, find…, build…)`;
		return [{ file, line: lineOf(source, index), message }];
	});
}

/** The words of a path or identifier, in lower case. */
function wordsIn(name: string): string[] {
	return name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)?.map((word) => word.toLowerCase()) ?? [];
}

function denial(word: string, denied: Readonly<Record<string, string>>, file: string): string | undefined {
	const name = Object.hasOwn(denied, word) ? word : word.replace(/s$/, "");
	return deniedWordsExcept[name]?.some((folder) => file.startsWith(folder)) ? undefined : denied[name];
}
