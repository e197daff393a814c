/** What is known about a candidate. Parts are from 0 to 1. */
export interface Candidate {
	/** How much of the question's words it has. */
	readonly words: number;
	/** How near its meaning is; absent without a vector. */
	readonly meaning?: number;
	readonly importance: number;
	readonly createdAt: number;
	/** Terms it has, to those of an average one. */
	readonly relativeLength: number;
	/** What was merged into a summary counts less than the summary. */
	readonly isMerged: boolean;
}

export interface Rank {
	readonly score: number;
	/** Without importance and age: whether it is about the question at all. */
	readonly relevance: number;
}

const halfLifeMs = 60 * 86_400_000;
const shares = { relevance: 0.8, importance: 0.12, recency: 0.08 } as const;

/** The score that memories are sorted by. */
export function rank(candidate: Candidate, now: number): Rank {
	const { words, meaning, importance, createdAt, relativeLength, isMerged } = candidate;
	const length = Math.min(8, Math.max(0.5, relativeLength));
	// Of two with the same words, the shorter one says more about them.
	const text = Math.min(1, words * (2.2 / (1.2 + 0.5 + 0.5 * length)));
	// One that agrees in words or in meaning is found; one that agrees in both comes first.
	const relevance = meaning === undefined ? text : 0.7 * Math.max(text, meaning) + 0.3 * (0.5 * text + 0.5 * meaning);
	const recency = 0.5 ** (Math.max(0, now - createdAt) / halfLifeMs);
	const score = shares.relevance * relevance + shares.importance * importance + shares.recency * recency;
	return { score: isMerged ? score * 0.6 : score, relevance: isMerged ? relevance * 0.6 : relevance };
}

/** A cosine as a part from 0 to 1, above that of an average pair: models differ in what two unrelated texts have. */
export function meaningPart(cosine: number, averageCosine: number): number {
	const floor = Math.min(0.75, Math.max(0.1, averageCosine + 0.05));
	return Math.min(1, Math.max(0, (cosine - floor) / (1 - floor)));
}
