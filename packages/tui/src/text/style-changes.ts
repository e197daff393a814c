/** The effect of a part of an SGR sequence. */
export type StyleChange = { readonly kind: "clear" } | { readonly kind: "end"; readonly end: string } | StyleBeginning;

export interface StyleBeginning {
	readonly kind: "begin";
	/** The code that ends it. */
	readonly end: string;
	readonly sequence: string;
}

/** Cache: a theme has a few dozen sequences, a screen thousands of places that use them. */
const known = new Map<string, readonly StyleChange[]>();
const mostKnown = 1000;

export function styleChanges(sequence: string): readonly StyleChange[] {
	const before = known.get(sequence);
	if (before) return before;
	const changes = parseSgr(sequence.slice(2, -1));
	if (known.size < mostKnown) known.set(sequence, changes);
	return changes;
}

function parseSgr(parameters: string): StyleChange[] {
	const codes = parameters.split(";");
	const changes: StyleChange[] = [];
	for (let index = 0; index < codes.length; index++) {
		const code = codes[index] ?? "";
		const kind = Number.parseInt(code, 10) || 0;
		const isColor = (kind === 38 || kind === 48 || kind === 58) && !code.includes(":");
		const length = isColor ? (codes[index + 1] === "5" ? 3 : 5) : 1;
		changes.push(...classifyChange(kind, codes.slice(index, index + length).join(";")));
		index += length - 1;
	}
	return changes;
}

function classifyChange(kind: number, code: string): StyleChange[] {
	if (kind === 0) return [{ kind: "clear" }];
	if (code.startsWith("4:0")) return [{ kind: "end", end: "24" }];
	if (ENDS.has(kind)) return [{ kind: "end", end: String(kind) }];
	const end = resetCode(kind);
	return end ? [{ kind: "begin", end, sequence: `\x1b[${code}m` }] : [];
}

const ENDS = new Set([22, 23, 24, 25, 27, 28, 29, 39, 49, 55, 59]);

function resetCode(kind: number): string | undefined {
	if (kind === 1 || kind === 2) return "22";
	if (kind === 3) return "23";
	if (kind === 4 || kind === 21) return "24";
	if (kind === 5 || kind === 6) return "25";
	if (kind === 7) return "27";
	if (kind === 8) return "28";
	if (kind === 9) return "29";
	if ((kind >= 30 && kind <= 38) || (kind >= 90 && kind <= 97)) return "39";
	if ((kind >= 40 && kind <= 48) || (kind >= 100 && kind <= 107)) return "49";
	if (kind === 53) return "55";
	if (kind === 58) return "59";
	return undefined;
}
