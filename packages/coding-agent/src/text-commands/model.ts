import { selectorOf } from "@oh-my-pi/pi-ai/model";
import { selectModel } from "@oh-my-pi/pi-ai/models/select";
import { publicModel } from "../conversation/queries/public-model.ts";
import type { TextCommand } from "./text-command.ts";

export const modelCommand: TextCommand = {
	name: "model",
	aliases: ["models"],
	description: "Show or switch the model",
	group: "model",
	hint: "[model]",
	describe: ({ conversation: { model } }) => `Model: ${model ? selectorOf(model) : "none"}`,
	async complete(typed, { registry }) {
		const selectors = (await registry.available()).map((model) => ({ name: selectorOf(model), summary: model.name }));
		return selectors.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase())).slice(0, 50);
	},
	async run(args, { conversation, registry }) {
		const { model } = conversation;
		if (args === "") return { output: model ? `Model: ${selectorOf(model)} (${model.name})` : "No model selected." };
		const selection = await selectModel(args, registry, { currentProvider: model?.provider });
		if (selection.kind === "missing") throw new Error(selection.message);
		const hint = registry.whyUnusable(selection.model.provider);
		if (hint) throw new Error(hint);
		await conversation.submit({ type: "set_model", model: selection.model });
		if (selection.thinkingLevel) {
			await conversation.submit({ type: "set_thinking_level", level: selection.thinkingLevel });
		}
		return {
			output: `Model: ${selectorOf(selection.model)} (${selection.model.name})`,
			changed: { model: publicModel(selection.model), thinkingLevel: conversation.thinkingLevel },
		};
	},
};
