import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model";
import { SelectList } from "@oh-my-pi/pi-tui/widgets/select-list";
import type { Dialog } from "./dialog.ts";

/** Chooses among the models that can be used now. */
export function modelDialog(models: readonly Model[], current: Model | undefined): Dialog<Model> {
	return {
		title: "Switch model",
		open({ theme, keymap, done }) {
			const list = new SelectList({
				items: models.map((model) => ({
					value: model,
					label: selectorOf(model),
					description: `${model.name} · ${Math.round(model.contextWindow / 1000)}K · $${model.cost.input}/$${model.cost.output}`,
				})),
				theme,
				keymap,
				filterable: true,
				emptyText: "No such model. Set a provider's key to see more.",
				onSelect: done,
				onCancel: () => done(undefined),
			});
			if (current) list.highlight(({ value }) => value !== undefined && selectorOf(value) === selectorOf(current));
			return list;
		},
	};
}
