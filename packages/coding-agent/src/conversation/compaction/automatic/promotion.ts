import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model";
import type { LiveContext } from "../../hooks/live-context.ts";
import type { ModelDirectory } from "../../recovery/model-directory.ts";
import { inputLimit } from "../threshold.ts";

/** Goes over to the larger sibling of the model, where it has one, instead of making the context smaller. */
export class Promotion {
	constructor(
		private readonly live: LiveContext,
		private readonly models: ModelDirectory,
		private readonly isEnabled: () => boolean,
	) {}

	/** `prepare` is called when it is certain that the other model takes over. */
	async promote(prepare?: () => void): Promise<boolean> {
		const { model } = this.live.parts;
		if (!model || !this.isEnabled()) return false;
		const target = await promotionTarget(model, this.models);
		if (!target) return false;
		prepare?.();
		await this.live.useModel(target);
		const message = `The context has outgrown ${selectorOf(model)}; ${selectorOf(target)} takes over`;
		await this.live.emit({ type: "notice", level: "info", message, source: "compaction" });
		return true;
	}
}

/** The larger sibling that a model names, if it can be used. */
export async function promotionTarget(model: Model, models: ModelDirectory): Promise<Model | undefined> {
	const target = model.contextPromotionTarget;
	if (!target) return undefined;
	for (const selector of [`${model.provider}/${target}`, target]) {
		const found = await models.find(selector);
		// A selector may be understood loosely; only the very one is meant here.
		if (!found || selectorOf(found.model) !== selector) continue;
		return models.isUsable(found.model) && inputLimit(found.model) > inputLimit(model) ? found.model : undefined;
	}
	return undefined;
}
