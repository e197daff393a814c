import { loopSettings } from "../../../settings/sections/agent/loop.ts";
import { oneOf } from "./fields.ts";
import { command, type RpcCommand } from "./rpc-command.ts";

const queueMode = oneOf(["all", "one-at-a-time"]);

const setSteeringMode = command("set_steering_mode", { mode: queueMode }, async ({ mode }, { session }) => {
	await session.conversation.submit({ type: "set_steering_mode", mode });
	session.settings.set(loopSettings.steeringMode, mode);
});

const setFollowUpMode = command("set_follow_up_mode", { mode: queueMode }, async ({ mode }, { session }) => {
	await session.conversation.submit({ type: "set_follow_up_mode", mode });
	session.settings.set(loopSettings.followUpMode, mode);
});

const interruptMode = oneOf(["immediate", "wait"]);

const setInterruptMode = command("set_interrupt_mode", { mode: interruptMode }, async ({ mode }, { session }) => {
	await session.conversation.submit({ type: "set_interrupt_mode", mode });
	session.settings.set(loopSettings.interruptMode, mode);
});

export const queueCommands: readonly RpcCommand[] = [setSteeringMode, setFollowUpMode, setInterruptMode];
