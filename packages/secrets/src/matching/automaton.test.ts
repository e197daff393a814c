import { expect, test } from "bun:test";
import { Automaton } from "./automaton.ts";

const textsOf = (words: readonly string[], text: string) =>
	new Automaton(words).find(text).map(({ start, end }) => text.slice(start, end));

test("automaton: words in words, words that overlap, and words that begin like others are found", () => {
	expect(textsOf(["he", "she", "his", "hers"], "ushers")).toEqual(["she", "hers"]);
	expect(textsOf(["abcd", "cdef", "bc"], "abcdef")).toEqual(["bc", "abcd", "cdef"]);
	expect(textsOf(["aab"], "aaaab")).toEqual(["aab"]);
	expect(textsOf([], "text")).toEqual([]);
	expect(textsOf(["schlüssel", "鍵🔑"], "der schlüssel 鍵🔑")).toEqual(["schlüssel", "鍵🔑"]);
});

test("automaton: agrees with a search of word by word on random texts of few letters", () => {
	let seed = 7;
	const random = (below: number) => {
		seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
		return Math.floor((seed / 2 ** 31) * below);
	};
	const word = (length: number) => Array.from({ length }, () => "abc"[random(3)]).join("");
	for (let round = 0; round < 300; round++) {
		const words = [...new Set(Array.from({ length: 1 + random(8) }, () => word(1 + random(5))))];
		const text = word(random(60));
		const longest = Array.from({ length: text.length }, (_, index) => {
			const ending = words.filter((one) => text.slice(0, index + 1).endsWith(one));
			return ending.sort((a, b) => b.length - a.length)[0];
		}).filter((one) => one !== undefined);
		expect(textsOf(words, text)).toEqual(longest);
	}
});
