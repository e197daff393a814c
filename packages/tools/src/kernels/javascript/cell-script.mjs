// Makes a script of a cell: its declarations stay in the global scope, and its last expression is its value.
const repl = new Bun.Transpiler({ loader: "tsx", replMode: true });
const plain = new Bun.Transpiler({ loader: "tsx" });

/** `isDeclaration`: the last thing in it declares something, so that its value is nobody's business. */
export function cellScript(code) {
	const text = withReturn(code);
	return { text, isDeclaration: /\bvalue: [\w$]+ = /.test(text) && endsInDeclaration(code) };
}

/** The transpiler takes a `return` or an `await` at the top, but not both: then `await` goes through as another operator. */
function withReturn(code) {
	try {
		return repl.transformSync(code);
	} catch (error) {
		if (!String(error?.message).includes("Top-level return") || code.includes(standIn)) throw error;
		const text = transformedOr(error, code.replace(/\bawait\b/g, standIn));
		const restored = text.replace(new RegExp(`${standIn}(?=([\\w$])?)`, "g"), (_, next) => (next ? "await " : "await"));
		return restored.replace("(() => {", "(async () => {");
	}
}

const standIn = "!~!~!";

/** `for await` takes no operator; what is then wrong with the stand-in would mean nothing to whoever wrote the cell. */
function transformedOr(error, code) {
	try {
		return repl.transformSync(code);
	} catch {
		throw error;
	}
}

function endsInDeclaration(code) {
	const statements = plain
		.transformSync(code)
		.split("\n")
		.filter((line) => /^[^\s})\]]/.test(line));
	return /^(?:const|let|var|class)\b/.test(statements.at(-1) ?? "");
}
