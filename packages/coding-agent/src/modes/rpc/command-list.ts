import { compactionAndRetryCommands } from "./commands/compaction-and-retry.ts";
import { hostingCommands } from "./commands/hosting.ts";
import { loginCommands } from "./commands/login.ts";
import { fastModeCommands, modelCommands } from "./commands/models.ts";
import { promptingCommands, shellCommands } from "./commands/prompting.ts";
import { protocolCommands } from "./commands/protocol.ts";
import { queueCommands } from "./commands/queues.ts";
import type { RpcCommand } from "./commands/rpc-command.ts";
import { sessionCommands } from "./commands/sessions.ts";
import { stateCommands } from "./commands/state.ts";
import { subagentCommands } from "./commands/subagents.ts";
import { undoCommands } from "./commands/undo.ts";

/** Everything a host can ask for. */
export const rpcCommands: readonly RpcCommand[] = [
	...protocolCommands,
	...promptingCommands,
	...stateCommands,
	...hostingCommands,
	...subagentCommands,
	...fastModeCommands,
	...modelCommands,
	...queueCommands,
	...compactionAndRetryCommands,
	...shellCommands,
	...sessionCommands,
	...undoCommands,
	...loginCommands,
];
