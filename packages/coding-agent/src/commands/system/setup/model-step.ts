import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { assignRole } from "../../../dialogs/models/model-roles.ts";
import { priceOf, tokenCount } from "../../../dialogs/models/model-words.ts";
import { selectDialog } from "../../../dialogs/select-dialog.ts";
import { modelSettings } from "../../../settings/sections/model/model.ts";
import { newestOfFamily, withoutDatedCopies } from "./newest-models.ts";
import type { SetupStep } from "./setup-step.ts";

/** Which model answers unless another is asked for; nothing to choose from is nothing to ask. */
export const modelStep: SetupStep = {
	since: 1,
	title: "Default model",
	help: "Used in every session until you choose another (/model, Alt+P).",
	async run({ registry, conversation, settings }, { ask }) {
		const enabled = (await registry.enabled()).filter(({ provider }) => provider !== "offline");
		const models = withoutDatedCopies(enabled);
		if (models.length === 0) return;
		const isChosen = settings.get(modelSettings.modelRoles).default !== undefined;
		const current = conversation.model?.provider === "offline" ? undefined : conversation.model;
		const preferred = registry.defaultModelOf(models[0]?.provider ?? "");
		const proposed = current ?? models.find(({ id }) => id === preferred) ?? models[0];
		const marked = proposed && !isChosen ? newestOfFamily(proposed, models) : proposed;
		const isCurrent = (model: Model) => marked !== undefined && selectorOf(model) === selectorOf(marked);
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
