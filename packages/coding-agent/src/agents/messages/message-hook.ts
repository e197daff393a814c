import type { AgentLetter } from "@oh-my-pi/pi-tools/services/agent-service";
import type { FinishedRun } from "../../conversation/hooks/finished-run.ts";
import { type Hook, hookOrder } from "../../conversation/hooks/hook.ts";
import type { LiveContext } from "../../conversation/hooks/live-context.ts";
import { letterMessage } from "./incoming-message.ts";
import type { Mailboxes } from "./mailboxes.ts";

/** Puts messages of other agents into a run between its steps, and lets a run that would end go on with them. */
export function letterHook(
	mail: Mailboxes,
	live: LiveContext,
	/** The run is over and messages are left. */
	onLeft: (letters: readonly AgentLetter[]) => void,
): Hook {
	const inject = () => {
		const letters = mail.takeAll(live.id);
		for (const letter of letters) live.steer(letterMessage(letter, live.now()));
		return letters.length > 0;
	};
	return {
		name: "agent-messages",
		order: hookOrder.queuedMessages + 1,
		afterTurn(results) {
			// Without results the model has had its say, and `settle` decides. A result that was handed in ends the run.
			const endsRun = results.some(({ toolName, isError }) => toolName === "yield" && !isError);
			if (results.length > 0 && !endsRun) inject();
		},
		settle({ signal, reply }: FinishedRun) {
			return !signal.aborted && reply?.stopReason === "stop" && inject() ? "continue" : "pass";
		},
		onIdle() {
			const letters = mail.takeAll(live.id);
			if (letters.length > 0) onLeft(letters);
		},
	};
}
