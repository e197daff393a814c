import { modelDialog } from "../dialogs/model-dialog.ts";
import type { Command } from "./command.ts";

export const modelCommand: Command = {
	name: "model",
	summary: "Switch model",
	async run({ conversation, ask, availableModels }) {
		const model = await ask(modelDialog(await availableModels(), conversation.model));
		if (!model) return { kind: "done" };
		await conversation.submit({ type: "set_model", model });
		return { kind: "notice", level: "info", text: `Model: ${model.name}` };
	},
};
