import { selectorOf } from "@oh-my-pi/pi-ai/model";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry";
import { measuredSpeeds } from "../../../app/measured-speeds.ts";
import type { ProviderModels } from "../../../dialogs/models/model-sources.ts";
import { modelCommand as textModelCommand } from "../../../text-commands/model.ts";
import type { Command } from "./command.ts";
import { fromTextCommand } from "./from-text-command.ts";

export const modelCommand: Command = {
	...fromTextCommand(textModelCommand),
	summary: "Choose models and what they are for",
	async run(context) {
		const { session, ask, attempt, args, submit } = context;
		if (args !== "") return fromTextCommand(textModelCommand).run(context);
		const { conversation, registry, settings } = session;
		const { modelManagerDialog } = await import("../../../dialogs/models/model-manager-dialog.ts");
		const providers = await Promise.all(
			registry
				.providerIds()
				.filter((id) => !registry.isDisabled(id))
				.map((id) => providerModels(id, registry)),
		);
		const before = conversation.model;
		const wish = await ask(
			modelManagerDialog({
				providers,
				settings,
				speeds: await measuredSpeeds(registry),
				current: () => conversation.model,
				use: (model, level) =>
					void attempt(async () => {
						await conversation.submit({ type: "set_model", model });
						if (level) await conversation.submit({ type: "set_thinking_level", level });
					}),
			}),
		);
		if (wish) {
			await submit(`/login ${wish.login}`);
			return { kind: "done" };
		}
		const { model } = conversation;
		if (!model || model === before) return { kind: "done" };
		return { kind: "notice", level: "info", text: `Model: ${selectorOf(model)} (${model.name})` };
	},
};

async function providerModels(id: string, registry: ModelRegistry): Promise<ProviderModels> {
	const provider = registry.findProvider(id);
	const name = provider?.name ?? id;
	const whyNot = registry.whyUnusable(id);
	if (whyNot !== undefined) return { id, name, models: [], whyNot, hasLogin: Boolean(provider?.logins?.length) };
	const models = await registry.modelsOf(id);
	// An engine that is not running; it is asked again at the next start.
	return models.length > 0 ? { id, name, models } : { id, name, models, whyNot: `${name} has told of no models yet.` };
}
