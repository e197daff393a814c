import { canonicalId } from "./canonical-id.ts";

const size = /^(a|e)?\d+(-\d+)?[btkm]$/;
const date = /^\d{4,}$/;

/** The version in a model's id: `[4, 8]` for `claude-opus-4-8`, `[3]` for `qwen3-235b-a22b`, `[]` if there is none. */
export function parseVersion(id: string): readonly number[] {
	const words = canonicalId(id)
		.split(/[-:_]/)
		.filter((word) => !size.test(word) && !date.test(word));
	const index = words.findIndex((word) => /^[a-z]*\d{1,2}[a-z]*$/.test(word));
	if (index === -1) return [];
	const major = Number(/\d+/.exec(words[index] ?? "")?.[0]);
	const minor = words[index + 1];
	return minor !== undefined && /^\d{1,2}$/.test(minor) ? [major, Number(minor)] : [major];
}

/** Positive when `a` is newer. */
export function compareVersions(a: readonly number[], b: readonly number[]): number {
	for (let index = 0; index < Math.max(a.length, b.length); index++) {
		const difference = (a[index] ?? 0) - (b[index] ?? 0);
		if (difference !== 0) return difference;
	}
	return 0;
}
