import { modelDialog } from "../dialogs/model-dialog.ts";
import type { Command } from "./command.ts";

export const modelCommand: Command = {
	name: "model",
	summary: "Switch model",
	group: "model",
	async run({ session, ask }) {
		const { conversation, registry } = session;
		const model = await ask(modelDialog(await registry.available(), conversation.model));
		if (!model) return { kind: "done" };
		await conversation.submit({ type: "set_model", model });
		return { kind: "notice", level: "info", text: `Model: ${model.name}` };
	},
};
