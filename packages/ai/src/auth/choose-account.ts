import type { StoredLogin } from "./store/stored-credential.ts";

/** How much of its allowance an account has used, from 0 to 1, and when that begins anew. */
export interface Headroom {
	readonly usedFraction: number;
	readonly resetsAtMs?: number;
}

/**
 * Which of several accounts a session uses: one that is not blocked, the one with the most left where that is known, and
 * among equals always the same for the same session. When all are blocked, the one that is free first.
 */
export function chooseAccount(
	accounts: readonly StoredLogin[],
	options: {
		sessionId?: string | undefined;
		blockedUntil: ReadonlyMap<number, number>;
		headroom?: ReadonlyMap<number, Headroom> | undefined;
	},
): StoredLogin | undefined {
	const { blockedUntil, headroom } = options;
	const free = accounts.filter(({ id }) => !blockedUntil.has(id));
	if (free.length === 0) {
		const until = ({ id }: StoredLogin) => blockedUntil.get(id) ?? 0;
		return [...accounts].sort((a, b) => until(a) - until(b))[0];
	}
	const best = bestOf(free, headroom);
	return best[stickyIndex(options.sessionId ?? "", best.length)];
}

/** Those with the lowest share used, then the earliest reset; everybody when nothing is known. */
function bestOf(
	accounts: readonly StoredLogin[],
	headroom: ReadonlyMap<number, Headroom> | undefined,
): readonly StoredLogin[] {
	if (!headroom || !accounts.some(({ id }) => headroom.has(id))) return accounts;
	const used = ({ id }: StoredLogin) => headroom.get(id)?.usedFraction ?? 0.5;
	const reset = ({ id }: StoredLogin) => headroom.get(id)?.resetsAtMs ?? Number.POSITIVE_INFINITY;
	const compare = (a: StoredLogin, b: StoredLogin) => {
		const difference = used(a) - used(b);
		if (difference !== 0) return difference;
		return reset(a) === reset(b) ? 0 : reset(a) - reset(b);
	};
	const sorted = [...accounts].sort(compare);
	const [first] = sorted;
	return first ? sorted.filter((account) => compare(account, first) === 0) : [];
}

function stickyIndex(sessionId: string, count: number): number {
	return Number(Bun.hash(sessionId) % BigInt(count));
}
