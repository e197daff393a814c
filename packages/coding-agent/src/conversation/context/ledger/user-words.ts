import { cutMiddle } from "../../compaction/serialize.ts";
import { estimateText } from "../estimate-tokens.ts";

const maxTokens = 2000;
const maxCharacters = 800;
/** How people demand and forbid, in the languages we see most. */
const demand =
	/\b(must|never|always|only|don'?t|do not|should|shouldn'?t|avoid|prefer|instead|keep|make sure|ensure|no more|without|require[ds]?|stop|nicht|nie|immer|nur|ne pas|jamais|toujours|nunca|siempre|solo)\b|不|别|必须|只|禁止|ない/i;

/** The user's messages that fit: the first, which says what it is about, then demands, then the latest. */
export function chooseWords(messages: readonly string[]): string[] {
	const words = [...new Set(messages.map((text) => cutMiddle(text.trim(), maxCharacters)).filter(Boolean))];
	const byWeight = [...words.keys()].sort((a, b) => weight(words, b) - weight(words, a) || b - a);
	let left = maxTokens;
	const chosen = byWeight.filter((index) => {
		const cost = estimateText(words[index] ?? "") + 2;
		if (cost > left) return false;
		left -= cost;
		return true;
	});
	return chosen.sort((a, b) => a - b).flatMap((index) => words[index] ?? []);
}

function weight(words: readonly string[], index: number): number {
	if (index === 0) return 2;
	return demand.test(words[index] ?? "") ? 1 : 0;
}
