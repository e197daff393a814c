import type { Random } from "@oh-my-pi/pi-testkit/seeded-random";

const STRANGE = [
	"\0",
	"\t",
	"\n",
	"\r",
	"\r\n",
	"\x07",
	"\x1b",
	"\x7f",
	"\x80",
	"\x9b",
	"\xff",
	"\ufeff",
	"\u202e",
	"\u2028",
	"\u0301",
	"\u200d",
	"\ud800",
	"\udc00",
	"漢",
	"👩‍👩‍👧",
	"__proto__",
	"constructor",
	"99999999999",
	"-1",
	"NaN",
	"1e999",
];

/** Changes a few places of a text: flips, cuts, copies, insertions, and parts of another input. */
export function mutate(text: string, words: readonly string[], other: () => string, random: Random): string {
	let mutated = text;
	for (let count = 1 + random.below(4); count > 0; count--) mutated = mutateOnce(mutated, words, other, random);
	return mutated;
}

function mutateOnce(text: string, words: readonly string[], other: () => string, random: Random): string {
	const from = random.below(text.length + 1);
	const to = Math.min(text.length, from + random.below(random.pick([2, 8, 60])));
	const [head, part, tail] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
	switch (random.below(7)) {
		case 0:
			return head + String.fromCharCode(part.charCodeAt(0) ^ (1 << random.below(8))) + part.slice(1) + tail;
		case 1:
			return head + tail;
		case 2:
			return head + part.repeat(2 + random.below(random.pick([3, 300]))) + tail;
		case 3:
			return head + random.pick(words) + tail;
		case 4:
			return head + random.pick(STRANGE) + tail;
		case 5: {
			const piece = other();
			return head + piece.slice(random.below(piece.length + 1));
		}
		default:
			return head + String.fromCharCode(random.below(256)) + tail;
	}
}
