import type { FatalSignal } from "../../../../process/exit/signals.ts";
import type { CliIo } from "../../../../process/terminal/io.ts";

export interface DrainSignals extends Disposable {
	/** The first signal that came. */
	readonly signal: FatalSignal | undefined;
}

/** The first signal lets everything come to a good end, a second one ends the process at once. */
export function drainOnSignal(drain: (signal: FatalSignal) => void, exit: CliIo["exit"]): DrainSignals {
	let first: FatalSignal | undefined;
	const signals: ReadonlyArray<readonly [FatalSignal, number]> = [
		["SIGINT", 130],
		["SIGTERM", 143],
		["SIGHUP", 129],
	];
	const listeners = signals.map(([signal, code]) => {
		const listener = () => {
			if (first !== undefined) exit(code);
			first = signal;
			drain(signal);
		};
		process.on(signal, listener);
		return () => void process.off(signal, listener);
	});
	return {
		get signal() {
			return first;
		},
		[Symbol.dispose]() {
			for (const end of listeners) end();
		},
	};
}
