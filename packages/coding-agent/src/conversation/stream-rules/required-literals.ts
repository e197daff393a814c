/** Short enough to keep the scanner small, long enough to be rare. */
const maxLength = 8;
const minLength = 3;

/**
 * ASCII texts, in lower case, that everything an expression matches contains: `import` and `lodash` for `/import .* "lodash"/`. A text
 * without them need not be tested.
 */
export function requiredLiterals({ source }: RegExp): readonly string[] {
	const runs: string[] = [];
	let run = "";
	const end = () => {
		runs.push(run);
		run = "";
	};
	for (let at = 0; at < source.length; ) {
		const atom = atomAt(source, at);
		if (atom.kind === "either") return [];
		at += atom.length;
		const quantifier = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(source.slice(at, at + 24));
		at += quantifier?.[0].length ?? 0;
		if (atom.kind === "nothing") continue;
		const isOptional = quantifier !== null && (/^[*?]/.test(quantifier[0]) || quantifier[1] === "0");
		if (atom.kind === "any" || isOptional) end();
		else {
			run += atom.text;
			// What is repeated need not be followed at once by the next.
			if (quantifier) {
				end();
				run = atom.text;
			}
		}
	}
	end();
	const long = runs.map((text) => text.trim()).filter(({ length }) => length >= minLength);
	return [...new Set(long.map((text) => text.slice(-maxLength).toLowerCase()))];
}

type Atom =
	| { readonly kind: "text"; readonly text: string; readonly length: number }
	/** Stands for something that is not looked into, for no text at all, or for a choice. */
	| { readonly kind: "any"; readonly length: number }
	| { readonly kind: "nothing"; readonly length: number }
	| { readonly kind: "either"; readonly length: number };

/** The part of an expression at a position. */
function atomAt(source: string, at: number): Atom {
	const char = source.charAt(at);
	if (char === "\\") {
		const next = source.charAt(at + 1);
		if (next === "b" || next === "B") return { kind: "nothing", length: 2 };
		if (/[^A-Za-z0-9]/.test(next) && next < "\u0080") return { kind: "text", text: next, length: 2 };
		return { kind: "any", length: escapeLength(source, at) };
	}
	if (char === "^" || char === "$") return { kind: "nothing", length: 1 };
	if (char === "|") return { kind: "either", length: 1 };
	if (char === "[") return { kind: "any", length: classEnd(source, at) - at };
	if (char === "(") return { kind: "any", length: groupEnd(source, at) - at };
	if (char === "." || char >= "\u0080") return { kind: "any", length: 1 };
	return { kind: "text", text: char, length: 1 };
}

function escapeLength(source: string, at: number): number {
	return (
		/^\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|u\{[^}]*\}|c[A-Za-z]|k<[^>]*>|[pP]\{[^}]*\}|\d+|.)/s.exec(
			source.slice(at),
		)?.[0].length ?? 2
	);
}

function classEnd(source: string, start: number): number {
	for (let at = start + 1; at < source.length; at++) {
		if (source.charAt(at) === "\\") at++;
		else if (source.charAt(at) === "]") return at + 1;
	}
	return source.length;
}

function groupEnd(source: string, start: number): number {
	for (let at = start + 1; at < source.length; at++) {
		const char = source.charAt(at);
		if (char === "\\") at++;
		else if (char === "[") at = classEnd(source, at) - 1;
		else if (char === "(") at = groupEnd(source, at) - 1;
		else if (char === ")") return at + 1;
	}
	return source.length;
}
