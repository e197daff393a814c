import { oneOf } from "../fields.ts";
import { command, type RpcCommand } from "../rpc-command.ts";

const queueMode = oneOf(["all", "one-at-a-time"]);

const setSteeringMode = command("set_steering_mode", { mode: queueMode }, ({ mode }, { session }) =>
	session.conversation.submit({ type: "set_steering_mode", mode }),
);

const setFollowUpMode = command("set_follow_up_mode", { mode: queueMode }, ({ mode }, { session }) =>
	session.conversation.submit({ type: "set_follow_up_mode", mode }),
);

const setInterruptMode = command(
	"set_interrupt_mode",
	{ mode: oneOf(["immediate", "wait"]) },
	({ mode }, { session }) => session.conversation.submit({ type: "set_interrupt_mode", mode }),
);

export const queueCommands: readonly RpcCommand[] = [setSteeringMode, setFollowUpMode, setInterruptMode];
