import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model";
import { assignRole } from "../../../dialogs/models/model-roles.ts";
import { priceOf, tokenCount } from "../../../dialogs/models/model-words.ts";
import { selectDialog } from "../../../dialogs/select-dialog.ts";
import type { SetupStep } from "./setup-step.ts";

/** Which model answers unless another is asked for; nothing to choose from is nothing to ask. */
export const modelStep: SetupStep = {
	since: 1,
	title: "Default model",
	help: "Used in every session until you choose another (/model, Alt+P).",
	async run({ registry, conversation, settings }, { ask }) {
		const models = (await registry.enabled()).filter(({ provider }) => provider !== "offline");
		if (models.length === 0) return;
		const current = conversation.model && selectorOf(conversation.model);
		const preferred = registry.defaultModelOf(models[0]?.provider ?? "");
		const isCurrent = (model: Model) => selectorOf(model) === current || model.id === preferred;
		const items = models.map((model) => ({
			value: model,
			label: selectorOf(model),
			description: `${model.name} · ${tokenCount(model.contextWindow)} · ${priceOf(model)}`,
		}));
		const model = await ask(selectDialog({ title: "Default model", items, isCurrent, emptyText: "No such model" }));
		if (!model) return;
		assignRole(settings, "default", model, undefined);
		await conversation.submit({ type: "set_model", model });
	},
};
