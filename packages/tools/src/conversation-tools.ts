import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type AskDeps, askTool } from "./ask/ask.ts";
import { type CheckpointDeps, checkpointTool } from "./checkpoint/checkpoint.ts";
import { rewindTool } from "./checkpoint/rewind.ts";
import { type GoalStore, goalTool } from "./goal/goal.ts";
import type { TodoStore } from "./todo/execute.ts";
import { todoTool } from "./todo/todo.ts";

/** What tools need that work on the conversation itself. */
export interface ConversationPorts {
	readonly todos: TodoStore;
	readonly goals: GoalStore;
	readonly questions: AskDeps;
	readonly checkpoints: CheckpointDeps;
	/** Tools that the user has switched on or off. */
	readonly isEnabled: (toolName: string) => boolean;
}

export function conversationTools(ports: ConversationPorts): AgentTool[] {
	const all: AgentTool[] = [
		todoTool({ store: ports.todos }),
		askTool(ports.questions),
		checkpointTool(ports.checkpoints),
		rewindTool(ports.checkpoints),
		goalTool(ports.goals),
	];
	return all.filter(({ name }) => ports.isEnabled(name));
}
