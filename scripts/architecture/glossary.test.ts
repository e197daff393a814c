import { expect, test } from "bun:test";
import { checkGlossary } from "./glossary.ts";
import { madeUpTree } from "./made-up-tree.ts";
import { wordsToReplace } from "./plain-words.data.ts";

const GLOSSARY = "| term | meaning |\n|---|---|\n| frobnicator (screen) | what frobnicates |\n";

/** Violations of the given files; `wordsToReplace` is about the real repository. */
const check = (files: Record<string, string>) =>
	checkGlossary(madeUpTree({ "GLOSSARY.md": GLOSSARY, ...files })).filter(
		({ message }) => !wordsToReplace.some((word) => message.startsWith(`no file is named "${word}"`)),
	);

test("glossary: ordinary words, proper names and terms of the glossary pass, in the plural too", () => {
	expect(
		check({
			"packages/ai/src/lists/parse-lines.test.ts": "",
			"packages/ai/src/frobnicators/json-frobnicator.data.ts": "",
			"packages/ai/src/providers/qwertz-ai.ts": "",
		}),
	).toEqual([]);
});

test("glossary: an odd word in the name of a file or folder is reported once", () => {
	expect(
		check({ "packages/ai/src/quuxifier/parse.ts": "", "packages/ai/src/quuxifier/read-quuxifier.ts": "" }),
	).toEqual([
		{
			file: "packages/ai/src/quuxifier/parse.ts",
			message: '"quuxifier" is neither in GLOSSARY.md nor in scripts/architecture/plain-words.data.ts',
		},
	]);
});
