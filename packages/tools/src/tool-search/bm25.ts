import { tokenize } from "./tokenize.ts";

/** A text and how much a word in it counts. */
export interface WeightedField {
	readonly text: string;
	readonly weight: number;
}

export interface Ranked<Item> {
	readonly item: Item;
	readonly score: number;
}

const k1 = 1.2;
const b = 0.75;
/** A long document that has the word still beats one that has not. */
const delta = 1;

interface Document<Item> {
	readonly item: Item;
	readonly frequencies: ReadonlyMap<string, number>;
	readonly length: number;
}

/** Ranks items by BM25+ over their fields; those without any of the query's words are left out. */
export function rank<Item>(
	query: string,
	items: readonly Item[],
	fieldsOf: (item: Item) => readonly WeightedField[],
): Ranked<Item>[] {
	const documents = items.map((item) => indexDocument(item, fieldsOf(item)));
	const averageLength = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length);
	const words = [...new Set(tokenize(query))];
	const idf = new Map(words.map((word) => [word, inverseFrequency(word, documents)]));
	return documents
		.map((document) => ({ item: document.item, score: computeScore(document, idf, averageLength) }))
		.filter(({ score }) => score > 0)
		.sort((a, c) => c.score - a.score);
}

function indexDocument<Item>(item: Item, fields: readonly WeightedField[]): Document<Item> {
	const frequencies = new Map<string, number>();
	let length = 0;
	for (const { text, weight } of fields) {
		for (const word of tokenize(text)) {
			frequencies.set(word, (frequencies.get(word) ?? 0) + weight);
			length += weight;
		}
	}
	return { item, frequencies, length };
}

function inverseFrequency(word: string, documents: ReadonlyArray<Document<unknown>>): number {
	const having = documents.filter(({ frequencies }) => frequencies.has(word)).length;
	return Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
}

function computeScore(document: Document<unknown>, idf: ReadonlyMap<string, number>, averageLength: number): number {
	const lengthNorm = k1 * (1 - b + (b * document.length) / averageLength);
	let score = 0;
	for (const [word, weight] of idf) {
		const frequency = document.frequencies.get(word);
		if (frequency) score += weight * ((frequency * (k1 + 1)) / (frequency + lengthNorm) + delta);
	}
	return Math.round(score * 1e6) / 1e6;
}
