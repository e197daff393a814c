import type { CliIo } from "../process/terminal/io.ts";
import { cliStyle } from "../process/terminal/style.ts";
import type { OpenedConversation } from "../workbench/opened-conversation.ts";

/** Prints how to resume a session that is not empty. */
export async function tellHowToResume(
	{ log, host }: OpenedConversation,
	io: Pick<CliIo, "stdout">,
	options: { readonly isPlain?: boolean } = {},
): Promise<void> {
	if (!log.hasReply || log.file === undefined) return;
	const { quiet } = cliStyle({ isTTY: io.stdout.isTTY && !options.isPlain }, host.env);
	await io.stdout.write(`${quiet(`Resume this session with omp --resume ${log.id}`)}\n`);
}
