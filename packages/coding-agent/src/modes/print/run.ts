import type { Session } from "../../app/compose-session.ts";
import type { PromptInput } from "../../app/prompt-input.ts";
import { onFatalSignal } from "../../app/signals.ts";
import type { CliIo } from "../../cli/io.ts";
import type { LaunchOptions } from "../../cli/launch-options.ts";
import { CliError } from "../../cli/usage-error.ts";
import { type PrintOptions, runPrintMode } from "./print.ts";

/** Print mode as a command: signals end it with the session saved, and everything is on disk before it returns. */
export async function runPrint(
	session: Session,
	input: PromptInput,
	io: CliIo,
	options: Pick<LaunchOptions, "mode" | "printThoughts"> & { readonly deadline: PrintOptions["deadline"] },
): Promise<number> {
	const { conversation, notices } = session;
	for (const notice of notices) await io.stderr.write(`${notice}\n`);
	if (!conversation.model) throw new CliError("No models available. Set a provider's key, or add one to models.yml.");
	using _signals = onFatalSignal(
		["SIGINT", "SIGTERM", "SIGHUP"],
		(signal) => conversation.dispose(signal.toLowerCase(), "signal"),
		io.exit,
	);
	// With nobody left to read the answer there is no point in going on; what was said is kept.
	void io.stdout.closed.then(() => conversation.dispose("closed_pipe")).finally(() => io.exit(0));
	try {
		const { type, version, id, timestamp, cwd } = conversation.log.header;
		const header = { type, version, id, timestamp, cwd };
		const mode = options.mode === "json" ? "json" : "text";
		return await runPrintMode(session, input, io, {
			mode,
			printThoughts: options.printThoughts,
			header,
			deadline: options.deadline,
		});
	} finally {
		await conversation.dispose();
	}
}
