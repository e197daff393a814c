import { oneOf, optional, text, wholeNumber } from "./fields.ts";
import { command, type RpcCommand } from "./rpc-command.ts";
import { readSubagentLog } from "./subagent-log.ts";

const setSubscription = command(
	"set_subagent_subscription",
	{ level: oneOf(["off", "progress", "events"]) },
	({ level }, rpc) => {
		rpc.subagents.level = level;
		return { level };
	},
);

const getSubagents = command("get_subagents", {}, (_fields, rpc) => ({ subagents: rpc.subagents.running() }));

const getSubagentMessages = command(
	"get_subagent_messages",
	{ subagentId: optional(text), sessionFile: optional(text), fromByte: optional(wholeNumber({ min: 0 })) },
	({ subagentId, sessionFile, fromByte = 0 }, { session }) => {
		const wanted = sessionFile ?? subagentId;
		if (wanted === undefined) throw new Error("get_subagent_messages requires subagentId or sessionFile");
		const found = readSubagentLog(session.conversation.log, { subagentId, sessionFile, fromByte });
		if (!found) throw new Error(`Unknown subagent or session file unavailable: ${wanted}`);
		return found;
	},
);

export const subagentCommands: readonly RpcCommand[] = [setSubscription, getSubagents, getSubagentMessages];
