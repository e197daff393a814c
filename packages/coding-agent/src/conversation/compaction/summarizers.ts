import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model";
import type { ModelDirectory } from "../recovery/model-directory.ts";

/** Who may write a summary, best first: the model made for it, the session's own, then those of the roles. */
export async function summarizers(model: Model | undefined, models: ModelDirectory): Promise<Model[]> {
	const named = async (selector: string | undefined) => {
		const found = selector === undefined ? undefined : (await models.find(selector))?.model;
		return found && models.isUsable(found) ? found : undefined;
	};
	const candidates = [
		await named(model?.compactionModel),
		model,
		await named(models.roleSelector("default")),
		await named(models.roleSelector("smol")),
	].filter((candidate) => candidate !== undefined);
	return [...new Map(candidates.map((candidate) => [selectorOf(candidate), candidate])).values()];
}
