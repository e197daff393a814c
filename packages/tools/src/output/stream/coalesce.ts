export interface Coalesced extends Disposable {
	/** Asks for the work to be done soon; several requests are one. */
	request(): void;
}

/** Does the work at once, then at most every `intervalMs`; the last request is never lost unless disposed of. */
export function coalesce(work: () => void, intervalMs: number): Coalesced {
	let timer: Timer | undefined;
	let isWanted = false;
	const next = () => {
		timer = undefined;
		if (!isWanted) return;
		isWanted = false;
		timer = setTimeout(next, intervalMs);
		work();
	};
	return {
		request() {
			isWanted = true;
			if (!timer) next();
		},
		[Symbol.dispose]() {
			clearTimeout(timer);
			isWanted = false;
		},
	};
}
