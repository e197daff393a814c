import { join } from "node:path";
import type { Random } from "@oh-my-pi/pi-testkit/seeded-random";

const repository = join(import.meta.dir, "../../../../..");
const maxFileBytes = 200_000;

/** Lines of real sources: this repository's and those of what it depends on. */
export async function sourceTexts(random: Random, count: number): Promise<string[][]> {
	const paths: string[] = [];
	for (const pattern of ["packages/*/src/**/*.{ts,md}", "node_modules/*/**/*.{ts,js,md}"]) {
		for await (const path of new Bun.Glob(pattern).scan({ cwd: repository })) paths.push(path);
	}
	paths.sort();
	const texts: string[][] = [];
	while (texts.length < count) {
		const file = Bun.file(join(repository, random.pick(paths)));
		if (file.size === 0 || file.size > maxFileBytes) continue;
		const text = (await file.text()).replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
		if (!text.includes("\0")) texts.push(text.replace(/\n$/, "").split("\n"));
	}
	return texts;
}

/** Line ends, mark and final newline of a file on disk. */
export interface Clothes {
	readonly lineEnd: string;
	readonly bom: boolean;
	readonly ended: boolean;
}

export function randomClothes(random: Random): Clothes {
	return { lineEnd: random.pick(["\n", "\n", "\r\n", "\r"]), bom: random.oneIn(4), ended: !random.oneIn(4) };
}

export function dressed(lines: readonly string[], { lineEnd, bom, ended }: Clothes): string {
	// A text of nothing but one empty line cannot be told from an empty one without its newline.
	const end = lines.length === 0 || !ended ? "" : lineEnd;
	return (bom ? "\ufeff" : "") + lines.join(lineEnd) + end;
}

/** A text of roughly that many lines, made of the corpus, with a few oddities. */
export function randomText(random: Random, corpus: readonly string[][], size: number): string[] {
	const lines: string[] = [];
	while (lines.length < size) {
		const source = random.pick(corpus);
		const from = random.below(source.length);
		for (const line of source.slice(from, from + size - lines.length)) lines.push(line);
	}
	for (let count = random.below(4); count > 0; count--) {
		lines[random.below(lines.length)] = random.pick([
			"",
			"\t",
			"  é ✓ 😀\u00a0“x” ",
			"\ttab\tand blanks  ",
			"+plus",
			"-minus",
			"[x#ABCD]",
			"@@",
		]);
	}
	// The last line would otherwise be the final newline of the text.
	if (lines.at(-1) === "") lines[lines.length - 1] = "last";
	return lines;
}
