import { expect, test } from "bun:test";
import { checkDeniedWords } from "./denied-words.ts";
import { madeUpTree } from "./made-up-tree.ts";

const check = (files: Record<string, string>) => checkDeniedWords(madeUpTree(files));

test("denied words: a file name is reported with the word to use", () => {
	expect(check({ "packages/ai/src/guests/model-shelf.ts": "", "packages/ai/src/parse-lines.ts": "" })).toEqual([
		{ file: "packages/ai/src/guests/model-shelf.ts", message: 'a file name with "guests": write extension' },
		{ file: "packages/ai/src/guests/model-shelf.ts", message: 'a file name with "shelf": write catalog' },
	]);
});

test("denied words: an identifier is reported by its parts; comments, texts, tables and tests are not", () => {
	const source = 'export const guestTheme = 1;\n// a guest\nexport const nauseating = "guests";\n';
	expect(
		check({
			"packages/ai/src/a.ts": source,
			"packages/ai/src/a.data.ts": source,
			"packages/ai/src/a.test.ts": source,
		}),
	).toEqual([{ file: "packages/ai/src/a.ts", line: 1, message: '"guestTheme": write extension' }]);
});

test("denied words: words of a template are not identifiers, the code in it is", () => {
	const source = `export const text = \`a guest \${names.map((guest) => \`{guest} \${guest || "guest"}\`)} guest\`;\n`;
	expect(check({ "packages/ai/src/a.ts": source })).toEqual([
		{ file: "packages/ai/src/a.ts", line: 1, message: '"guest": write extension' },
		{ file: "packages/ai/src/a.ts", line: 1, message: '"guest": write extension' },
	]);
});

test("denied words: a function in -Of may be an accessor; one that does work needs a verb", () => {
	const accessor = "export function nameOf(user: User): string {\n\treturn user.name;\n}\n";
	const work =
		"class Reader {\n\t#partsOf(text: string) {\n\t\tconst parts = text.split(',');\n\t\treturn parts;\n\t}\n}\n";
	const keyword = "export function oneOf(list: string[]) {\n\tconst found = new Set(list);\n\treturn found;\n}\n";
	expect(check({ "packages/ai/src/a.ts": accessor + work + keyword })).toEqual([
		{
			file: "packages/ai/src/a.ts",
			line: 5,
			message: '"partsOf" does work in 4 lines: name it with a verb (parse…, read…, find…, build…)',
		},
	]);
});
