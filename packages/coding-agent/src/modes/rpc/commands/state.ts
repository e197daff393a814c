import { fastTier, hasFastMode } from "../../../conversation/queries/fast-mode.ts";
import { publicModel } from "../../../conversation/queries/public-model.ts";
import { replySpeed } from "../../../conversation/queries/reply-speed.ts";
import { reportedThinkingLevel } from "../../../conversation/queries/thinking-levels.ts";
import type { RpcState } from "../../../rpc-protocol/results.ts";
import type { RpcSession } from "../session/rpc-session.ts";
import { listOf, object, optional, text, wholeNumber } from "./fields.ts";
import { messagesPage } from "./messages-page.ts";
import { command, type RpcCommand } from "./rpc-command.ts";
import { parseTodoPhases } from "./todo-phases.ts";

const maxPage = 256;

const getState = command("get_state", {}, (_fields, { session }: RpcSession) => {
	const { conversation } = session;
	const { log, model, tools, queue, messages } = conversation;
	const { context } = conversation;
	const isFast = conversation.serviceTier === fastTier;
	return {
		model: model ? publicModel(model) : null,
		thinkingLevel: reportedThinkingLevel(conversation),
		isStreaming: conversation.isStreaming,
		isCompacting: context.isCompacting,
		...queue.modes,
		...(log.file !== undefined && { sessionFile: log.file }),
		sessionId: log.id,
		...(log.name !== undefined && { sessionName: log.name }),
		autoCompactionEnabled: context.isAutomatic,
		messageCount: messages.length,
		queuedMessageCount: queue.waiting.steering.length + queue.waiting.followUps.length,
		todoPhases: conversation.todos.phases,
		fastModeEnabled: isFast,
		fastModeActive: isFast && hasFastMode(model),
		tokensPerSecond: replySpeed(messages) ?? null,
		systemPrompt: conversation.systemPrompt,
		dumpTools: tools.map(({ name, prompt: description, parameters }) => ({ name, description, parameters })),
		contextUsage: context.usage,
	} satisfies RpcState;
});

const getMessages = command("get_messages", {}, (_fields, { session }) => ({
	messages: session.conversation.messages,
}));

const getMessagesPage = command(
	"get_messages_page",
	{ cursor: optional(text), limit: optional(wholeNumber({ min: 1, max: maxPage })) },
	({ cursor, limit = maxPage }, { session }) => messagesPage(session.conversation, { cursor, limit }),
);

const getAvailableCommands = command("get_available_commands", {}, async (_fields, rpc) => ({
	commands: await rpc.availableCommands(),
}));

const setTodos = command("set_todos", { phases: listOf(object) }, ({ phases }, { session }) => {
	const todoPhases = parseTodoPhases(phases);
	session.conversation.todos.replace(todoPhases);
	return { todoPhases };
});

export const stateCommands: readonly RpcCommand[] = [
	getState,
	getMessages,
	getMessagesPage,
	getAvailableCommands,
	setTodos,
];
