import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import type { LiveContext } from "../../hooks/live-context.ts";
import type { ModelDirectory } from "../../recovery/model-directory.ts";
import { inputLimit } from "../threshold.ts";

/** Switches to a model with a larger window, if one is configured, instead of compacting. */
export class Promotion {
	constructor(
		private readonly live: LiveContext,
		private readonly models: ModelDirectory,
		private readonly isEnabled: () => boolean,
	) {}

	/** `prepare` is called just before the switch. */
	async promote(prepare?: () => void): Promise<boolean> {
		const { model } = this.live.parts;
		if (!model || !this.isEnabled()) return false;
		const target = await promotionTarget(model, this.models);
		if (!target) return false;
		prepare?.();
		await this.live.useModel(target);
		const message = `The context is too large for ${selectorOf(model)}; switched to ${selectorOf(target)}`;
		await this.live.emit({ type: "notice", level: "info", message, source: "compaction" });
		return true;
	}
}

/** The promotion target named in the model's record, if it is usable. */
export async function promotionTarget(model: Model, models: ModelDirectory): Promise<Model | undefined> {
	const target = model.contextPromotionTarget;
	if (!target) return undefined;
	for (const selector of [`${model.provider}/${target}`, target]) {
		const found = await models.find(selector);
		// `find` also matches loosely; require the exact selector.
		if (!found || selectorOf(found.model) !== selector) continue;
		return models.isUsable(found.model) && inputLimit(found.model) > inputLimit(model) ? found.model : undefined;
	}
	return undefined;
}
