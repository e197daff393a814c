import { onCrash, onFatalSignal } from "../../process/exit/signals.ts";
import type { CliIo } from "../../process/terminal/io.ts";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import { leftOutLine } from "../left-out-line.ts";
import { runRpcMode } from "./rpc.ts";

/** RPC as a command: signals end it with the session saved, and so does a host that does not read any more. */
export async function runRpc(
	session: OpenedConversation,
	io: CliIo,
	options: { readonly isInteractive: boolean; readonly timeUp: Promise<void> },
): Promise<number> {
	const { conversation } = session;
	for (const notice of session.notices) await io.stderr.write(`${notice}\n`);
	using _crash = onCrash(() => conversation.dispose("crash", "fatal"), { host: session.host, io, reportsFirst: true });
	using _signals = onFatalSignal(
		["SIGINT", "SIGTERM", "SIGHUP"],
		(signal) => conversation.dispose(signal.toLowerCase(), "signal"),
		io.exit,
	);
	void io.stdout.closed.then(() => conversation.dispose("closed_pipe")).finally(() => io.exit(0));
	const { isInteractive, timeUp } = options;
	const leftOut = await leftOutLine(session);
	const serving = runRpcMode(session, {
		input: io.stdin.chunks(),
		write: (text) => io.stdout.write(text),
		isInteractive,
	});
	if (leftOut) conversation.notify("warning", leftOut, "trust");
	await Promise.race([serving, timeUp]);
	await conversation.dispose("deadline");
	return 0;
}
