/** How long a tool may run when the model does not say, and what it may say. In seconds. */
export interface TimeRange {
	readonly default: number;
	readonly min: number;
	readonly max: number;
	/** The user's cap on all tools; 0 is none. */
	readonly cap?: number | undefined;
}

export interface TimeLimit {
	/** `undefined` when there is no deadline. */
	readonly seconds: number | undefined;
	/** Set when it is not what was asked for. */
	readonly requestedSeconds?: number;
	/** What the model is told about that. */
	readonly notices: readonly string[];
}

/** Puts a requested timeout into its range; 0 asks for none where the tool allows that. */
export function timeLimit(requested: number | undefined, range: TimeRange, options = { zeroIsNone: true }): TimeLimit {
	if (requested === 0 && options.zeroIsNone) return { seconds: undefined, notices: [] };
	const wanted = requested ?? range.default;
	const capped = range.cap ? Math.min(wanted, range.cap) : wanted;
	const seconds = Math.min(Math.max(capped, range.min), range.max);
	if (seconds === wanted || requested === undefined) return { seconds, notices: [] };
	const allowed = `allowed range ${range.min}-${range.max}s`;
	return {
		seconds,
		requestedSeconds: wanted,
		notices: [`Timeout clamped to ${seconds}s (requested ${wanted}s; ${allowed}).`],
	};
}

export interface Deadline extends Disposable {
	/** Fires when time is up or the other signal does. */
	readonly signal: AbortSignal;
	readonly isOver: boolean;
}

/** The signal of a call with its time limit. Disposing takes back the timer. */
export function deadline(seconds: number | undefined, signal: AbortSignal): Deadline {
	const controller = new AbortController();
	let isOver = false;
	const timer =
		seconds === undefined
			? undefined
			: setTimeout(() => {
					isOver = true;
					controller.abort(new DOMException("Time is up", "TimeoutError"));
				}, seconds * 1000);
	return {
		signal: AbortSignal.any([signal, controller.signal]),
		get isOver() {
			return isOver && !signal.aborted;
		},
		[Symbol.dispose]: () => clearTimeout(timer),
	};
}
