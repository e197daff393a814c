/**
 * Whether an awk program only computes and prints. Words, strings, patterns and signs are told apart as awk does it; pipes,
 * files that are written, functions that run or read something, and anything that could be read in two ways are not plain.
 */
export function isPlainAwkProgram(program: string): boolean {
	const tokens = tokenize(program);
	return tokens !== undefined && isPlain(tokens);
}

type Token = { readonly kind: "word" | "value" | "pattern" | "sign" | "line"; readonly text: string };

function tokenize(program: string): Token[] | undefined {
	const tokens: Token[] = [];
	for (let at = 0; at < program.length; ) {
		const found = nextToken(program, at, mayBePattern(tokens.at(-1)));
		if (found === undefined) return undefined;
		at += found.length;
		if (found.token) tokens.push(found.token);
	}
	return tokens;
}

function nextToken(program: string, at: number, isPatternNext: boolean): { length: number; token?: Token } | undefined {
	const take = (pattern: RegExp) => {
		pattern.lastIndex = at;
		return pattern.exec(program)?.[0];
	};
	const blank = take(/[ \t]+|#[^\n]*/y);
	if (blank !== undefined) return { length: blank.length };
	const kinds: ReadonlyArray<readonly [Token["kind"], RegExp]> = [
		["line", /[\n;]/y],
		["word", /[A-Za-z_]\w*/y],
		["value", /\d+(?:\.\d+)?|\.\d+|"(?:[^"\\\n]|\\[^\n])*"/y],
		// A slash in a bracket expression ends the pattern for some versions and not for others.
		...(isPatternNext ? ([["pattern", /\/(?:[^/\\\n[]|\\[^\n]|\[\^?\]?[^\]/\\\n]*\])+\//y]] as const) : []),
		["sign", /\|\||&&|[-+*/%^]=|==|!=|<=|>=|>>|\+\+|--|\|&|[{}()[\],<>!~?:=+\-*/%^$|&]/y],
	];
	for (const [kind, pattern] of kinds) {
		const text = take(pattern);
		if (text === undefined) continue;
		if (kind === "sign" && text === "/" && isPatternNext) return undefined;
		return { length: text.length, token: { kind, text } };
	}
	return undefined;
}

/** A slash divides behind a value, a name and a closing bracket. */
function mayBePattern(before: Token | undefined): boolean {
	if (before === undefined || before.kind === "line") return true;
	if (before.kind === "word") return keywords.has(before.text);
	return before.kind === "sign" && !/^(?:\)|\]|\$|\+\+|--)$/.test(before.text);
}

const keywords = new Set("BEGIN END if else while for do in print printf next exit return delete".split(" "));
const functions = new Set(
	"length substr index split sub gsub match sprintf tolower toupper int sqrt log exp sin cos atan2 rand srand".split(
		" ",
	),
);
/** They name files, or hold what the program was started with. */
const refused = new Set(
	"getline system close fflush ARGV ARGC function func nextfile PROCINFO SYMTAB FUNCTAB".split(" "),
);

function isPlain(tokens: readonly Token[]): boolean {
	let depth = 0;
	let isPrinting = false;
	for (const [index, { kind, text }] of tokens.entries()) {
		if (kind === "word") {
			if (refused.has(text)) return false;
			const isCalled = tokens[index + 1]?.text === "(" && tokens[index + 1]?.kind === "sign";
			if (isCalled && !functions.has(text) && !keywords.has(text)) return false;
			if (text === "print" || text === "printf") {
				isPrinting = true;
				depth = 0;
			}
		}
		if (kind === "line" || (kind === "sign" && text === "}")) isPrinting = false;
		if (kind !== "sign") continue;
		if (text === "(" || text === "[") depth++;
		if (text === ")" || text === "]") depth--;
		if (text === "|" || text === "|&" || text === "&" || text === ">>") return false;
		if (text === ">" && isPrinting && depth <= 0) return false;
	}
	return true;
}
