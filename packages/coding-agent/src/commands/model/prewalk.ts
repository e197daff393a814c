import { selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { selectModel } from "@oh-my-pi/pi-ai/models/select/select";
import type { OpenedConversation } from "../../workbench/opened-conversation.ts";
import type { Command } from "../contract/command.ts";
import { notice } from "../contract/outcome.ts";

export const prewalkCommand: Command = {
	name: "prewalk",
	summary: "Continue with a cheaper model after the next edit",
	group: "model",
	hint: "[model|restart]",
	async run({ args, session }) {
		const { armPrewalk } = await import("../../session-actions/prewalk.ts");
		const isRestart = args === "restart";
		if (isRestart) await goBack(session);
		const selector = await armPrewalk(session, isRestart || args === "" ? undefined : args);
		return notice(`After the next edit omp continues with ${selector}.`);
	},
};

/** The model that answered before the present one. */
async function goBack({ conversation, registry }: OpenedConversation): Promise<void> {
	const current = conversation.model && selectorOf(conversation.model);
	const models = conversation.messages.flatMap((message) =>
		message.role === "assistant" ? [`${message.provider}/${message.model}`] : [],
	);
	const before = models.findLast((selector) => selector !== current);
	if (before === undefined) return;
	const selection = await selectModel(before, registry);
	if (selection.kind === "found") await conversation.submit({ type: "set_model", model: selection.model });
}
