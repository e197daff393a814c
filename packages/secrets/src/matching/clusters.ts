/** A part of a text that must not leave, with the entry that says so. */
export interface Span {
	readonly start: number;
	readonly end: number;
	/** Lower is more specific. */
	readonly rank: number;
	/** The entry's place in the list. */
	readonly entry: number;
}

/** Spans that overlap: hidden as one, or a part of one secret would remain beside the placeholder of another. */
export interface Cluster {
	readonly start: number;
	readonly end: number;
	/** The entries that have a part in it; one entry if one covers all of it. */
	readonly entries: readonly number[];
}

/** Longest first, then the most specific. */
export function clusters(spans: readonly Span[]): Cluster[] {
	const sorted = [...spans].sort((a, b) => a.start - b.start || b.end - a.end || a.rank - b.rank);
	const found: Cluster[] = [];
	let group: Span[] = [];
	let end = 0;
	const close = () => {
		const [first] = group;
		if (!first) return;
		const whole = group.filter((span) => span.start === first.start && span.end === end);
		const chosen = whole.sort((a, b) => a.rank - b.rank)[0];
		const entries = chosen ? [chosen.entry] : [...new Set(group.map(({ entry }) => entry))];
		found.push({ start: first.start, end, entries });
	};
	for (const span of sorted) {
		if (group.length > 0 && span.start >= end) {
			close();
			group = [];
		}
		// What lies within another adds nothing.
		if (group.length > 0 && (span.end < end || (span.end === end && span.start !== group[0]?.start))) continue;
		end = group.length === 0 ? span.end : Math.max(end, span.end);
		group.push(span);
	}
	close();
	return found;
}
