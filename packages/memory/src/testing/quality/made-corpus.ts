import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { documentTerms } from "../../text/terms.ts";
import { aspects, otherScripts, services, synonyms } from "./aspects.data.ts";

export interface Question {
	readonly kind: "same words" | "other words" | "other scripts";
	readonly text: string;
	/** The fact that answers it. */
	readonly answer: string;
}

/** 2,000 facts about made-up services, and 200 questions that one of them answers; always the same. */
export function makeCorpus(): { readonly facts: readonly string[]; readonly questions: readonly Question[] } {
	const random = seeded(7);
	const value = () => `${random.pick(syllables)}${random.pick(syllables)}-${random.below(900) + 100}`;
	const facts = new Set<string>();
	const questions: Question[] = [];
	const pairs = services.flatMap((service) => aspects.map((aspect) => ({ service, aspect })));
	for (const [index, { service, aspect }] of pairs.entries()) {
		const fact = `${service} ${aspect.fact.replace("VALUE", value())}`;
		facts.add(fact);
		if (index % 13 === 0)
			questions.push({ kind: "same words", text: aspect.same.replace("SERVICE", service), answer: fact });
		if (index % 13 === 7)
			questions.push({ kind: "other words", text: aspect.other.replace("SERVICE", service), answer: fact });
	}
	for (const [index, service] of services.entries()) {
		const [fact = "", question = ""] = otherScripts[index % otherScripts.length] ?? [];
		const answer = fact.replace("SERVICE", service);
		facts.add(answer);
		if (index < 40) questions.push({ kind: "other scripts", text: question.replace("SERVICE", service), answer });
	}
	for (let index = 0; facts.size < 2000; index++) {
		facts.add(
			`Decision ${index}: we ${random.pick(["kept", "dropped", "moved", "tested"])} ${value()} for ${random.pick(services)} and ${value()}`,
		);
	}
	const kept = (["same words", "other words", "other scripts"] as const).flatMap((kind) =>
		questions.filter((question) => question.kind === kind).slice(0, kind === "other scripts" ? 40 : 80),
	);
	return { facts: [...facts], questions: kept };
}

const syllables = ["kor", "mel", "tis", "dra", "lun", "vos", "pha", "ric", "sol", "nem"];

/**
 * A made-up embedding: hashed terms and parts of words, where synonyms of the corpus count as one word. It stands for a model that knows
 * what these words mean, and says nothing about how good a real model is.
 */
export function madeEmbedding(text: string, dimension = 256): Float32Array {
	const vector = new Float32Array(dimension);
	for (const term of documentTerms(text)) {
		const group = synonymGroups.get(term);
		spread(group === undefined ? term : `group ${group}`, group === undefined ? 1 : 1.5, vector);
		if (group !== undefined) continue;
		for (let at = 0; at + 3 <= term.length; at++) spread(`part ${term.slice(at, at + 3)}`, 0.3, vector);
	}
	return vector;
}

const synonymGroups: ReadonlyMap<string, number> = new Map(
	synonyms.flatMap((group, index) => documentTerms(group).map((term) => [term, index] as const)),
);

/** Adds a direction that belongs to this word alone. */
function spread(word: string, weight: number, vector: Float32Array): void {
	let state = Number(BigInt.asUintN(32, BigInt(Bun.hash(word))));
	for (let at = 0; at < vector.length; at++) {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		vector[at] = (vector[at] ?? 0) + (state & 0x8000_0000 ? weight : -weight);
	}
}
