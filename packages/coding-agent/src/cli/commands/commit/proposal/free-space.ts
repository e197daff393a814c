interface Language {
	readonly files: RegExp;
	/** Literals that are not understood; a file with one of them is not judged. */
	readonly unknown?: RegExp;
	/** White space between tokens of a line means nothing. */
	readonly isFree: boolean;
	readonly templates?: "javascript" | "raw";
	/** A slash may begin a regular expression. */
	readonly hasRegex?: boolean;
	/** The rest of a line that begins with `#` belongs to the preprocessor. */
	readonly hasDirectives?: boolean;
}

/** Only languages whose literals and comments are known; in others white space may mean anything. */
const languages: readonly Language[] = [
	{ files: /\.(?:ts|js|mjs|cjs|mts|cts)$/i, isFree: true, templates: "javascript", hasRegex: true },
	{ files: /\.(?:tsx|jsx)$/i, isFree: false, templates: "javascript", hasRegex: true },
	{ files: /\.go$/i, isFree: true, templates: "raw" },
	{ files: /\.(?:java|kt|kts|swift|scala|dart)$/i, isFree: true, unknown: /"""|'''|#"/ },
	{ files: /\.cs$/i, isFree: true, unknown: /"""|@\$?"/, hasDirectives: true },
	{ files: /\.(?:c|h|cc|cpp|hpp)$/i, isFree: true, unknown: /R"/, hasDirectives: true },
	{ files: /\.(?:json|proto)$/i, isFree: true },
	{ files: /\.(?:css|scss|less)$/i, isFree: false },
];

const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const quoted = /"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?/y;
const word = /[\p{L}\p{N}_$]+/uy;
const bracket = /[()[\]{},;]/y;
const operator = /[^\s\p{L}\p{N}_$()[\]{},;"'`]/uy;
const space = /\s+/y;
const restOfLine = /[^\n]*/y;

/**
 * A text without the white space that means nothing: indentation, blank lines, ends of lines, and in most languages what is
 * between the tokens of a line. Two texts that differ in nothing else give the same. `undefined` for what cannot be told.
 */
export function withoutFreeSpace(path: string, text: string): string | undefined {
	const language = languages.find(({ files }) => files.test(path));
	if (!language || language.unknown?.test(text)) return undefined;
	const tokens: string[] = [];
	/** Braces that are open in each `${` of a template. */
	const depths: number[] = [];
	for (let at = 0; at < text.length; ) {
		const read = (pattern: RegExp): string | undefined => {
			pattern.lastIndex = at;
			const [found = ""] = pattern.exec(text) ?? [];
			at += found.length;
			return found === "" ? undefined : found;
		};
		const blank = read(space);
		if (blank !== undefined) {
			const isLineStart = tokens.length === 0 || tokens.at(-1) === "\n";
			if (blank.includes("\n") && !isLineStart) tokens.push("\n");
			else if (!language.isFree && !isLineStart) tokens.push(blank);
			continue;
		}
		const isLineStart = tokens.length === 0 || tokens.at(-1) === "\n";
		const literal =
			(language.hasDirectives && isLineStart && text[at] === "#" ? read(restOfLine) : undefined) ?? read(comment);
		if (literal !== undefined) {
			tokens.push(literal.trimEnd().replace(/[ \t\r]*\n\s*/g, "\n"));
			continue;
		}
		const current = text[at];
		if (current === "`" || (current === "}" && depths.at(-1) === 0)) {
			if (!language.templates) return undefined;
			if (current === "}") depths.pop();
			const end = templateEnd(text, at + 1, language.templates);
			if (text[end - 1] === "{") depths.push(0);
			tokens.push(text.slice(at, end));
			at = end;
			continue;
		}
		if (current === "/" && language.hasRegex) {
			const rest = read(restOfLine) ?? "";
			// It may be a division, and open a template behind it.
			if (rest.includes("`") || depths.length > 0 || rest.includes("/*")) return undefined;
			tokens.push(rest.trimEnd());
			continue;
		}
		const depth = depths.length - 1;
		if (current === "{" && depth >= 0) depths[depth] = (depths[depth] ?? 0) + 1;
		if (current === "}" && depth >= 0) depths[depth] = (depths[depth] ?? 0) - 1;
		tokens.push(read(quoted) ?? read(word) ?? read(bracket) ?? readOperator());

		/** A run of them: `+ +` is not `++`. */
		function readOperator(): string {
			let run = "";
			for (let one = read(operator); one !== undefined; one = read(operator)) {
				run += one;
				if (text[at] === "/") break;
			}
			if (run !== "") return run;
			at++;
			return text[at - 1] ?? "";
		}
	}
	while (tokens.at(-1)?.trim() === "") tokens.pop();
	return tokens.join("\0");
}

/** Behind the backtick that ends a part of a template, or behind the `${` that begins code in it. */
function templateEnd(text: string, start: number, kind: "javascript" | "raw"): number {
	for (let at = start; at < text.length; at++) {
		if (text[at] === "`") return at + 1;
		if (kind === "raw") continue;
		if (text[at] === "\\") at++;
		else if (text[at] === "$" && text[at + 1] === "{") return at + 2;
	}
	return text.length;
}
