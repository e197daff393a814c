import type { Host } from "@oh-my-pi/pi-utils/host";
import type { CliIo } from "../terminal/io.ts";

export type FatalSignal = "SIGINT" | "SIGTERM" | "SIGHUP";

const exitCodes: Record<FatalSignal, number> = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/** Runs `cleanUp` before a signal exits the process; a second signal exits at once. */
export function onFatalSignal(
	signals: readonly FatalSignal[],
	cleanUp: (signal: FatalSignal) => Promise<void>,
	exit: (code: number) => never,
): Disposable {
	let ending = false;
	const listeners = signals.map((signal) => {
		const listener = () => {
			if (ending) exit(exitCodes[signal]);
			ending = true;
			void cleanUp(signal).finally(() => exit(exitCodes[signal]));
		};
		process.on(signal, listener);
		return { signal, listener };
	});
	return {
		[Symbol.dispose]() {
			for (const { signal, listener } of listeners) process.off(signal, listener);
		},
	};
}

/** Ignores signals while something is done that must not be broken off and has limits of its own. */
export function ignoreFatalSignals(signals: readonly FatalSignal[]): Disposable {
	const ignore = () => {};
	for (const signal of signals) process.on(signal, ignore);
	return {
		[Symbol.dispose]() {
			for (const signal of signals) process.off(signal, ignore);
		},
	};
}

/**
 * On an uncaught error, runs `cleanUp` (restore the terminal, save), then reports the crash and exits. Without a terminal it reports
 * first, as the program may end by itself meanwhile.
 */
export function onCrash(
	cleanUp: () => Promise<void>,
	{ host, io, reportsFirst = false }: { host: Host; io: CliIo; reportsFirst?: boolean },
): Disposable {
	let crashed = false;
	const listener = (error: unknown) => {
		if (crashed) io.exit(1);
		crashed = true;
		const report = async () => {
			const { reportCrash } = await import("./crash-report.ts");
			await reportCrash(error, host, io);
		};
		const [first, then] = reportsFirst ? [report, () => within(crashLimitMs, cleanUp())] : [cleanUp, report];
		void first()
			.finally(then)
			.finally(() => io.exit(1));
	};
	process.on("uncaughtException", listener);
	process.on("unhandledRejection", listener);
	return {
		[Symbol.dispose]() {
			process.off("uncaughtException", listener);
			process.off("unhandledRejection", listener);
		},
	};
}

/** What failed may be what cleaning up waits for. */
const crashLimitMs = 3000;

function within(ms: number, work: Promise<void>): Promise<void> {
	return Promise.race([work, Bun.sleep(ms)]);
}
