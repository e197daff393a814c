import { type Random, seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import type { FuzzTarget, Shape } from "./fuzz-target.ts";
import { mutate } from "./mutate.ts";

export type FuzzCase = { readonly input: string } | { readonly shape: Shape };

// Measuring a shape takes as long as some dozens of plain inputs.
const SHAPE_EVERY = 50;
const LONGEST_UNIT = 40;

/** The case with this number: the same for the same seed, whatever was run before it. */
export function caseAt(target: FuzzTarget, seed: number, index: number): FuzzCase {
	const random = seeded(Math.imul(seed, 0x9e3779b1) + index);
	return index % SHAPE_EVERY === 0 ? { shape: randomShape(target, random) } : { input: randomInput(target, random) };
}

function randomInput(target: FuzzTarget, random: Random): string {
	const others = () => (random.oneIn(2) ? random.pick(target.corpus) : target.generate(random));
	switch (random.below(5)) {
		case 0:
			return target.generate(random);
		case 1:
			return mutate(target.generate(random), target.words, others, random);
		case 2:
			return mutate(random.pick(target.corpus), target.words, others, random);
		case 3:
			return randomWords(target, random, 40).join(random.pick(["", "", " ", "\n"]));
		default:
			return random.pick(target.words).repeat(1 + random.below(random.pick([4, 40, 3000]))) + others();
	}
}

function randomShape(target: FuzzTarget, random: Random): Shape {
	const words = (limit: number) => randomWords(target, random, limit).join("");
	const sample = random.oneIn(3) ? random.pick(target.corpus) : target.generate(random);
	const from = random.below(sample.length + 1);
	const unit = random.oneIn(3) ? sample.slice(from, from + 1 + random.below(LONGEST_UNIT)) : words(3);
	return { before: words(3), unit: unit || random.pick(target.words), after: words(3) };
}

function randomWords(target: FuzzTarget, random: Random, limit: number): string[] {
	return Array.from({ length: random.below(limit + 1) }, () => random.pick(target.words));
}
