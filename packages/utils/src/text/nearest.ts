/** The candidates closest to `word`, nearest first; none that would need more edits than a third of the word. */
export function nearest(word: string, candidates: Iterable<string>, limit = 1): string[] {
	const maxDistance = Math.max(2, Math.floor(word.length / 3));
	const scored: Array<{ candidate: string; distance: number }> = [];
	for (const candidate of candidates) {
		const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
		if (distance <= maxDistance) scored.push({ candidate, distance });
	}
	scored.sort((a, b) => a.distance - b.distance);
	return scored.slice(0, limit).map((entry) => entry.candidate);
}

function editDistance(a: string, b: string): number {
	let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let i = 1; i <= a.length; i++) {
		const current = [i];
		for (let j = 1; j <= b.length; j++) {
			const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
			current[j] = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, substitution);
		}
		previous = current;
	}
	return previous[b.length] ?? 0;
}
