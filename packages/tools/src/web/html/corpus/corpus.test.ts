import { expect, test } from "bun:test";
import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import { pageMarkdown } from "../html-markdown.ts";
import {
	type Agreement,
	agreement,
	countWords,
	expectedWords,
	pageShapes,
	plainWords,
	servedPage,
} from "./measure-text.ts";

const ours = pageShapes.map((shape) =>
	agreement(plainWords(pageMarkdown(servedPage(shape), shape.url).markdown), expectedWords(shape)),
);

test.each(pageShapes.map((shape, index) => [shape.name, ours[index]] as const))("%s", (_name, found) => {
	expect(found?.recall).toBeGreaterThanOrEqual(0.95);
	expect(found?.precision).toBeGreaterThanOrEqual(0.75);
});

test("the extractor finds more of the main text of pages, and less beside it, than Readability alone", () => {
	const theirs = pageShapes.map((shape) => {
		const expected = expectedWords(shape);
		const { document } = parseHTML(servedPage(shape));
		const article = new Readability(document as unknown as Document).parse();
		// It takes the title out of the text; whichever reading is better for it counts.
		const text = article?.textContent ?? "";
		const readings = [text, `${article?.title ?? ""} ${text}`].map((one) => agreement(countWords(one), expected));
		return readings.reduce((best, one) => (one.f1 > best.f1 ? one : best));
	});
	const [own, readability] = [mean(ours), mean(theirs)];
	const row = (name: string, { precision, recall, f1 }: Agreement) =>
		`${name.padEnd(12)} precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}  F1 ${f1.toFixed(3)}`;
	console.log([`${pageShapes.length} page shapes`, row("omp", own), row("Readability", readability)].join("\n"));
	expect(pageShapes.length).toBeGreaterThanOrEqual(60);
	expect(own.f1).toBeGreaterThan(0.98);
	expect(own.precision).toBeGreaterThan(readability.precision);
	expect(own.recall).toBeGreaterThan(readability.recall);
});

function mean(all: readonly Agreement[]): Agreement {
	const of = (key: keyof Agreement) => all.reduce((sum, one) => sum + one[key], 0) / all.length;
	return { precision: of("precision"), recall: of("recall"), f1: of("f1") };
}
