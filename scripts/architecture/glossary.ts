import { plainWords, properNames, wordsToReplace } from "./plain-words.data.ts";
import { type SourceTree, sourceFiles, type Violation } from "./source-tree.ts";

/** Data whose file names are the names of providers and themes. */
const NAMED_AFTER_PRODUCTS = /\/providers\/|\/theme\/builtin\/|\/fixtures\//;

/**
 * Every word in the name of a file or folder is an ordinary one, a proper name, or a term of GLOSSARY.md. A new odd word is
 * replaced, explained in the glossary, or added to `plain-words.data.ts` if any engineer knows it.
 */
export function checkGlossary(tree: SourceTree): Violation[] {
	const known = new Set([...plainWords, ...properNames, ...glossaryWords(tree.get("GLOSSARY.md") ?? "")]);
	const odd = new Map<string, string>();
	for (const [file] of sourceFiles(tree)) {
		for (const word of wordsIn(file)) {
			if (!odd.has(word) && !forms(word).some((form) => known.has(form))) odd.set(word, file);
		}
	}
	const unexplained = [...odd]
		.filter(([word]) => !wordsToReplace.includes(word))
		.map(([word, file]) => ({
			file,
			message: `"${word}" is neither in GLOSSARY.md nor in scripts/architecture/plain-words.data.ts`,
		}));
	const replaced = wordsToReplace
		.filter((word) => !odd.has(word))
		.map((word) => ({
			file: "scripts/architecture/plain-words.data.ts",
			message: `no file is named "${word}" any more: remove it from wordsToReplace`,
		}));
	return [...unexplained, ...replaced];
}

/** The words of the first column. */
function glossaryWords(glossary: string): string[] {
	return [...glossary.matchAll(/^\| ([^|]+) \|/gm)].flatMap((row) => row[1]?.toLowerCase().match(/[a-z\d]+/g) ?? []);
}

function wordsIn(file: string): string[] {
	if (NAMED_AFTER_PRODUCTS.test(file)) return [];
	const path = /^(?:packages\/[^/]+\/(?:src|test|demo)|scripts|test)\/(.*)$/.exec(file)?.[1] ?? "";
	const name = path.replace(/(?:\.(?:test|data|live|property|generated|d))*\.tsx?$/, "");
	return name
		.toLowerCase()
		.split(/[^a-z\d]+/)
		.filter((word) => word !== "" && !/^\d+$/.test(word));
}

/** A word and what it may be the plural, past or present participle of. */
function forms(word: string): string[] {
	const stems = [word.replace(/s$/, ""), word.replace(/es$/, ""), word.replace(/ies$/, "y")];
	const participles = [/ed$/, /d$/, /ing$/].map((ending) => word.replace(ending, ""));
	return [word, ...stems, ...participles, word.replace(/ing$/, "e")];
}
