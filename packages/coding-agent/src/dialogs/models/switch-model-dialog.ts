import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import type { Dialog } from "../contract/dialog.ts";
import { selectDialog } from "../select-dialog.ts";
import { priceOf, speedText, tokenCount } from "./model-words.ts";

export interface ModelToUse {
	readonly model: Model;
	readonly level?: ThinkingLevel;
}

export interface SwitchModelOptions {
	readonly models: readonly Model[];
	/** The models that play roles. */
	readonly roles: ReadonlyArray<ModelToUse & { readonly role: string }>;
	readonly current: Model | undefined;
	/** Tokens a second by selector, as far as they have been measured. */
	readonly speeds?: ReadonlyMap<string, number>;
	/** What is searched for at first. */
	readonly query?: string;
}

/** Chooses a model for this session; roles begin with `@`. */
export function switchModelDialog({ models, roles, current, speeds, query }: SwitchModelOptions): Dialog<ModelToUse> {
	const name = current && selectorOf(current);
	return selectDialog<ModelToUse>({
		title: "Switch Model",
		items: [
			...models.map((model) => ({
				value: { model },
				label: selectorOf(model),
				description: [
					model.name,
					...(speeds?.has(selectorOf(model)) ? [speedText(speeds.get(selectorOf(model)))] : []),
					tokenCount(model.contextWindow),
					priceOf(model),
				].join(" · "),
			})),
			...roles.map(({ role, model, level }) => ({
				value: { model, ...(level && { level }) },
				label: `@${role}`,
				description: `${selectorOf(model)}${level ? `:${level}` : ""}`,
			})),
		],
		isCurrent: ({ model }) => selectorOf(model) === name,
		emptyText: "No such model. /login connects more.",
		...(query !== undefined && { query }),
	});
}
