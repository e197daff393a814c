import type { Model } from "@oh-my-pi/pi-ai/model";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry";
import { defaultModel, selectModel } from "@oh-my-pi/pi-ai/models/select";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/thinking-level";
import { CliError } from "../cli/usage-error.ts";

export interface ChosenModel {
	readonly model: Model | undefined;
	readonly thinkingLevel?: ThinkingLevel;
	/** Why the model is not the one that was expected. */
	readonly notice?: string;
}

/** The model to start with: named on the command line, else the session's, else the role's, else the first usable. */
export async function chooseModel(options: {
	registry: ModelRegistry;
	named?: string;
	restored?: string;
	role?: string;
}): Promise<ChosenModel> {
	const { registry, named, restored, role } = options;
	if (named !== undefined) {
		const selection = await selectModel(named, registry);
		if (selection.kind === "missing") throw new CliError(selection.message);
		const { model, thinkingLevel } = selection;
		if (!registry.isUsable(model.provider)) throw new CliError(registry.credentialHint(model.provider));
		return { model, thinkingLevel };
	}
	const wishes = [restored, role].filter((wish) => wish !== undefined);
	const unmet: string[] = [];
	for (const wish of wishes) {
		const selection = await selectModel(wish, registry);
		if (selection.kind === "found" && registry.isUsable(selection.model.provider)) {
			return { ...selection, ...(unmet.length > 0 && { notice: `Could not restore model ${unmet[0]}` }) };
		}
		unmet.push(wish);
	}
	const model = await defaultModel(registry);
	return { model, ...(unmet.length > 0 && { notice: `Could not restore model ${unmet[0]}` }) };
}
