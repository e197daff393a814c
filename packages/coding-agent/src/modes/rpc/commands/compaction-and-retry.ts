import { flag, optional, text } from "./fields.ts";
import { command, type RpcCommand } from "./rpc-command.ts";

const compact = command(
	"compact",
	{ customInstructions: optional(text) },
	({ customInstructions }, { session }) => session.conversation.compact(customInstructions),
	{ concurrent: true },
);

const handoff = command(
	"handoff",
	{ customInstructions: optional(text) },
	async ({ customInstructions }, { session, events }) => {
		await events.ended();
		const { savedPath } = await session.conversation.handoff(customInstructions);
		return { ...(savedPath !== undefined && { savedPath }) };
	},
	{ concurrent: true },
);

const setAutoCompaction = command("set_auto_compaction", { enabled: flag }, ({ enabled }, { session }) =>
	session.conversation.submit({ type: "set_auto_compaction", enabled }),
);

const setAutoRetry = command("set_auto_retry", { enabled: flag }, ({ enabled }, { session }) =>
	session.conversation.submit({ type: "set_auto_retry", enabled }),
);

const abortRetry = command("abort_retry", {}, (_fields, { session }) =>
	session.conversation.submit({ type: "abort_retry" }),
);

export const compactionAndRetryCommands: readonly RpcCommand[] = [
	compact,
	handoff,
	setAutoCompaction,
	setAutoRetry,
	abortRetry,
];
