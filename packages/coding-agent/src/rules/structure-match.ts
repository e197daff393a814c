import { parseForPatterns } from "@oh-my-pi/pi-natives/syntax/structural-search";
import { languageOfPath } from "@oh-my-pi/pi-natives/syntax/syntax";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";

export interface StructureResult {
	/** The patterns that occur. */
	readonly found: ReadonlySet<string>;
	/** Patterns that the language cannot be searched for. */
	readonly problems: ReadonlyMap<string, string>;
}

const nothing: StructureResult = { found: new Set(), problems: new Map() };

/** Which patterns occur in the code of a file; none where the language is not known. */
export async function matchStructure(
	text: string,
	path: string,
	patterns: readonly string[],
): Promise<StructureResult> {
	const language = languageOfPath(path);
	const wanted = language ? patterns.filter((pattern) => mayOccur(pattern, text)) : [];
	if (!language || wanted.length === 0) return nothing;
	const root = await parseForPatterns(language, text);
	if (!root) return nothing;
	const found = new Set<string>();
	const problems = new Map<string, string>();
	try {
		const top = root.root();
		for (const pattern of wanted) {
			try {
				if (top.find(pattern)) found.add(pattern);
			} catch (error) {
				problems.set(pattern, errorMessage(error));
			}
		}
	} finally {
		root.free();
	}
	return { found, problems };
}

/** Its words must be there; to look for them is far cheaper than to parse. */
function mayOccur(pattern: string, text: string): boolean {
	const literal = pattern.replace(/\$(?:\$\$)?[A-Z_][A-Z0-9_]*|\$\$\$/g, " ");
	return (literal.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []).every((word) => text.includes(word));
}
