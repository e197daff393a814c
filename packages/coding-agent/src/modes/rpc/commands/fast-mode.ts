import { fastTier, hasFastMode } from "../../../conversation/queries/fast-mode.ts";
import { flag } from "../fields.ts";
import { command, type RpcCommand } from "../rpc-command.ts";

const setFastMode = command("set_fast_mode", { enabled: flag }, async ({ enabled }, { session }) => {
	const { conversation } = session;
	if (enabled && !hasFastMode(conversation.model)) {
		throw new Error("Fast mode is unavailable for the current model.");
	}
	await conversation.submit({ type: "set_service_tier", tier: enabled ? fastTier : undefined });
	return { enabled, active: enabled };
});

export const fastModeCommands: readonly RpcCommand[] = [setFastMode];
