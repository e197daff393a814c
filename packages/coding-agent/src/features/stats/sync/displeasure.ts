import type { Sign } from "../store/rows.ts";
import { anguish, blame, negation, swearing } from "./displeasure.data.ts";

/** More is pasted text rather than typed. */
const maxChars = 8_000;

/** Signs of displeasure in a message, counted here and nowhere else. */
export function countSigns(text: string, previous: string): Record<Sign, number> {
	const typed = stripQuotes(text.slice(0, maxChars));
	return {
		shouting: countShouting(typed),
		swearing: count(typed, swearing),
		anguish: count(typed, anguish),
		negation: count(typed, negation),
		repetition: isRepetition(typed, previous) ? 1 : 0,
		blame: count(typed, blame),
	};
}

/** What is compared with the next message. */
export function normalizeMessage(text: string): string {
	return (
		text
			.slice(0, maxChars)
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu) ?? []
	)
		.slice(0, 100)
		.join(" ");
}

/** Code and quoted output say nothing about a mood. */
function stripQuotes(text: string): string {
	return text.replace(/```[\s\S]*?(?:```|$)/g, " ").replace(/`[^`\n]*`/g, " ");
}

/** Sentences of at least three words without a small letter. */
function countShouting(text: string): number {
	const sentences = text.split(/[.!?\n]+/);
	return sentences.filter((sentence) => {
		if (/\p{Ll}/u.test(sentence)) return false;
		return (sentence.match(/\p{Lu}{2,}/gu) ?? []).length >= 3;
	}).length;
}

function isRepetition(text: string, previous: string): boolean {
	const words = new Set(normalizeMessage(text).split(" "));
	const before = new Set(previous.split(" "));
	if (words.size < 3 || before.size < 3) return false;
	const shared = [...words].filter((word) => before.has(word)).length;
	return shared / (words.size + before.size - shared) >= 0.8;
}

function count(text: string, pattern: RegExp): number {
	return text.match(pattern)?.length ?? 0;
}
