import type { StoredLogin } from "./stored-credential.ts";

/** How much of its usage limit an account has used, from 0 to 1, and when it resets. */
export interface Headroom {
	readonly usedFraction: number;
	readonly resetsAtMs?: number;
}

/**
 * Chooses an account for a session: not blocked, most headroom if known, and stable per session among equals. If all
 * are blocked, the one that is free first.
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
	const best = selectBest(free, headroom);
	return best[stickyIndex(options.sessionId ?? "", best.length)];
}

/** Those with the lowest usage, then the earliest reset; all of them if nothing is known. */
function selectBest(
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
