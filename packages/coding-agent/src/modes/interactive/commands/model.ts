import { selectorOf } from "@oh-my-pi/pi-ai/model";
import { modelCommand as textModelCommand } from "../../../text-commands/model.ts";
import type { Command } from "./command.ts";
import { fromTextCommand } from "./from-text-command.ts";

export const modelCommand: Command = {
	...fromTextCommand(textModelCommand),
	summary: "Choose models and what they are for",
	async run(context) {
		const { session, ask, attempt, args, submit } = context;
		if (args !== "") return fromTextCommand(textModelCommand).run(context);
		const { conversation, registry, settings } = session;
		const { modelManagerDialog } = await import("../dialogs/models/model-manager-dialog.ts");
		const providers = await Promise.all(
			registry
				.providerIds()
				.filter((id) => !registry.isDisabled(id))
				.map(async (id) => {
					const whyNot = registry.whyUnusable(id);
					const models = whyNot === undefined ? await registry.modelsOf(id) : [];
					return { id, name: registry.findProvider(id)?.name ?? id, models, ...(whyNot !== undefined && { whyNot }) };
				}),
		);
		const before = conversation.model;
		const wish = await ask(
			modelManagerDialog({
				providers,
				settings,
				current: () => conversation.model,
				use: (model, level) =>
					void attempt(async () => {
						await conversation.submit({ type: "set_model", model });
						if (level) await conversation.submit({ type: "set_thinking_level", level });
					}),
			}),
		);
		if (wish) {
			await submit(`/login ${wish.login}`);
			return { kind: "done" };
		}
		const { model } = conversation;
		if (!model || model === before) return { kind: "done" };
		return { kind: "notice", level: "info", text: `Model: ${selectorOf(model)} (${model.name})` };
	},
};
