import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model";
import { inputLimit } from "../compaction/threshold.ts";
import type { ModelDirectory } from "./model-directory.ts";

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
