import { type WorldWord, worldTouchers, worldWords } from "./outside-world.data.ts";
import { isSupport, lineOf, type SourceTree, sourceFiles, type Violation } from "./source-tree.ts";
import { withoutComments } from "./without-comments.ts";

/** Environment, clock, home folder and process exit are passed as arguments, except in the listed files. */
export function checkOutsideWorld(tree: SourceTree, touchers = worldTouchers): Violation[] {
	const touched = sourceFiles(tree)
		.filter(([file]) => !isSupport(file))
		.flatMap(([file, source]) => touches(file, withoutComments(source)));
	const isAllowed = (touch: Touch) => touchers.some(({ file, may }) => file === touch.file && may.includes(touch.word));
	const surplus = touchers.flatMap(({ file, may }) =>
		may
			.filter((word) => tree.has(file) && !touched.some((touch) => touch.file === file && touch.word === word))
			.map((word) => ({
				file: "scripts/architecture/outside-world.data.ts",
				message: `${file} no longer touches the ${word}: take that back`,
			})),
	);
	return [
		...touched
			.filter((touch) => !isAllowed(touch))
			.map(({ file, line, text }) => ({
				file,
				line,
				message: `touches ${text}: take it from the Host or an argument`,
			})),
		...surplus,
	];
}

interface Touch {
	readonly file: string;
	readonly line: number;
	readonly word: WorldWord;
	readonly text: string;
}

function touches(file: string, code: string): Touch[] {
	const words = Object.keys(worldWords) as WorldWord[];
	return words.flatMap((word) =>
		[...code.matchAll(worldWords[word])].map((match) => ({
			file,
			line: lineOf(code, match.index),
			word,
			text: match[0],
		})),
	);
}
