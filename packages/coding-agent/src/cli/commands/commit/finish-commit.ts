import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { onFatalSignal } from "../../../process/exit/signals.ts";
import type { CliIo } from "../../../process/terminal/io.ts";

/** A signal, such as Ctrl+C during a hook, ends the process only when the work is done or everything is put back. */
export async function finishUnlessInterrupted(
	start: (signal: AbortSignal) => Promise<void>,
	io: Pick<CliIo, "stderr" | "exit">,
): Promise<void> {
	const interrupted = new AbortController();
	const work = start(interrupted.signal);
	using _signals = onFatalSignal(
		["SIGINT", "SIGTERM", "SIGHUP"],
		async () => {
			interrupted.abort(new Error("interrupted"));
			await work.catch((error: unknown) => io.stderr.write(`${errorMessage(error)}\n`));
		},
		io.exit,
	);
	await work.catch((error: unknown) => {
		if (!interrupted.signal.aborted) throw error;
	});
	// Nothing else is begun, and the handler exits.
	if (interrupted.signal.aborted) await new Promise<never>(() => {});
}
