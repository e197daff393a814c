import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { SessionMessage } from "@oh-my-pi/pi-session/message";
import type { ApprovalGate } from "../approval/approval-gate.ts";
import type { PromptSource } from "../prompt/prompt-source.ts";
import type { TodoReminderRules } from "../reminders/todo-reminder.ts";
import type { FinishedRun } from "../settle-step.ts";
import type { ToolOffer } from "../tools/tool-offer.ts";

/** What a session gives a conversation to keep the model on its way. */
export interface Guidance {
	readonly approval: ApprovalGate;
	readonly offer: ToolOffer;
	/** Without one the system prompt stays as it was given. */
	readonly prompt?: PromptSource;
	/** Schemes of internal URLs that can be read now. */
	readonly schemes: () => readonly string[];
	/** Whether the model is told which one it is. */
	readonly namesModel: () => boolean;
	readonly todoReminders: () => TodoReminderRules;
	/** Why a tool may not be called just now. */
	readonly refusal?: (toolName: string) => string | undefined;
	/** What the model has to hear after a turn; each once. */
	readonly takeNotes?: () => readonly SessionMessage[];
	/** What goes ahead of a prompt, given what the model sees anyway. */
	readonly promptNotes?: (messages: readonly AgentMessage[]) => readonly SessionMessage[];
	/** What starts another run of our own when nothing else does. */
	readonly continuation?: (run: FinishedRun) => SessionMessage | undefined;
	/** The conversation goes on in another place. */
	readonly entered?: () => void;
}
