import type { PeerMessage } from "@oh-my-pi/pi-tools/services/agent-service";
import type { FinishedRun } from "../../conversation/hooks/finished-run.ts";
import type { Hook } from "../../conversation/hooks/hook.ts";
import { hookOrder } from "../../conversation/hooks/hook-order.ts";
import type { LiveContext } from "../../conversation/hooks/live-context.ts";
import { handsIn } from "../result/handed-in.ts";
import type { Inboxes } from "./inboxes.ts";
import { incomingMessage } from "./incoming-message.ts";

/** Puts messages of other agents into a run between its steps, and lets a run that would end go on with them. */
export function messageHook(
	inboxes: Inboxes,
	live: LiveContext,
	/** The run is over and messages are left. */
	onLeft: (messages: readonly PeerMessage[]) => void,
): Hook {
	const inject = () => {
		const messages = inboxes.takeAll(live.id);
		for (const message of messages) live.steer(incomingMessage(message, live.now()));
		return messages.length > 0;
	};
	return {
		name: "agent-messages",
		order: hookOrder.agentMessages,
		afterTurn(results) {
			// Without results the model has had its say, and `settle` decides. A result that was handed in ends the run.
			const endsRun = results.some(
				({ toolName, isError }) => !isError && handsIn(live.parts.tools, toolName) === "result",
			);
			if (results.length > 0 && !endsRun) inject();
		},
		settle({ signal, reply }: FinishedRun) {
			return !signal.aborted && reply?.stopReason === "stop" && inject() ? "continue" : "pass";
		},
		onIdle() {
			const messages = inboxes.takeAll(live.id);
			if (messages.length > 0) onLeft(messages);
		},
	};
}
