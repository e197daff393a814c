import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model";
import type { Dialog } from "./dialog.ts";
import { selectDialog } from "./select-dialog.ts";

/** Chooses among the models that can be used now. */
export function modelDialog(models: readonly Model[], current: Model | undefined): Dialog<Model> {
	return selectDialog({
		title: "Switch model",
		items: models.map((model) => ({
			value: model,
			label: selectorOf(model),
			description: `${model.name} · ${Math.round(model.contextWindow / 1000)}K · $${model.cost.input}/$${model.cost.output}`,
		})),
		isCurrent: (model) => current !== undefined && selectorOf(model) === selectorOf(current),
		emptyText: "No such model. Set a provider's key to see more.",
	});
}
