import type { ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";
import type { Hook } from "../../../conversation/hooks/hook.ts";
import { hookOrder } from "../../../conversation/hooks/hook-order.ts";
import type { LiveContext } from "../../../conversation/hooks/live-context.ts";
import type { Conversation } from "../../../conversation/kernel/conversation.ts";
import type { SessionUndo } from "./session-undo.ts";

interface UndoHookPorts {
	readonly top: Conversation;
	readonly live: LiveContext;
	readonly undo: () => Promise<SessionUndo>;
	/** Something may have been recorded. */
	readonly hasRecords: () => boolean;
	/** The workspace is looked at while the first reply is on its way, as somebody at a screen will want tools soon. */
	readonly looksAhead: () => boolean;
}

/** Records what tool calls change, and says at the end of a run what did. A failure of undo never keeps a tool from running. */
export function undoHook(conversation: Conversation, ports: UndoHookPorts): Hook {
	const { top, live, undo, hasRecords, looksAhead } = ports;
	const isTop = conversation === top;
	const quietly = async (work: (session: SessionUndo) => Promise<unknown>) => {
		try {
			const session = await undo();
			await work(session).catch((error: unknown) => session.reportFailure(error));
		} catch (error) {
			logIgnored("undo could not be loaded", error);
		}
	};
	return {
		name: "undo",
		order: hookOrder.undo,
		onEvent(event) {
			if (event.type !== "turn_start" || !isTop || !looksAhead()) return;
			// Begins when the request is on its way.
			setTimeout(() => void quietly(async (session) => session.prepare()), 0);
		},
		async approveToolCall({ call }) {
			const change = judgeChange(call.tool);
			if (change !== "none") {
				await quietly((session) =>
					session.begin(conversation, call.id, { tool: call.tool.name, exact: change === "announced" }),
				);
			}
			return undefined;
		},
		async afterToolCall({ id }) {
			if (hasRecords()) await quietly((session) => session.end(conversation.id, id));
			return undefined;
		},
		async settle() {
			if (isTop && hasRecords()) await quietly((session) => session.turnEnded(live));
			return "pass" as const;
		},
	};
}

/** Tools that say nothing about their effects may do anything. */
function judgeChange({ effects }: ToolTraits): "none" | "announced" | "any" {
	if (!effects || effects.includes("runs")) return "any";
	return effects.includes("writes") ? "announced" : "none";
}
