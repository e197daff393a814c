import { selectorOf } from "@oh-my-pi/pi-ai/model/model";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { selectModel } from "@oh-my-pi/pi-ai/models/select/select";
import { publicModel } from "../../conversation/queries/public-model.ts";
import { reportedThinkingLevel } from "../../conversation/queries/thinking-levels.ts";
import type { ProviderModels } from "../../dialogs/models/model-sources.ts";
import { measuredSpeeds } from "../../models/measured-speeds.ts";
import type { Command, CommandCall } from "../contract/command.ts";
import { type CommandOutcome, notice } from "../contract/outcome.ts";
import type { DialogPort, SubmitPort, WorkPort } from "../contract/screen-ports.ts";

export const modelCommand: Command = {
	name: "model",
	aliases: ["models"],
	summary: "Show or switch the model",
	group: "model",
	hint: "[model]",
	describe: ({ conversation: { model } }) => (model ? selectorOf(model) : "none"),
	async complete(typed, { registry }) {
		const selectors = (await registry.available()).map((model) => ({ name: selectorOf(model), summary: model.name }));
		return selectors.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase())).slice(0, 50);
	},
	run: switchTo,
	screen: {
		summary: "Choose models and their roles",
		run: (call, ports) => (call.args === "" ? manageModels(call, ports) : switchTo(call)),
	},
};

async function switchTo({ args, session }: CommandCall): Promise<CommandOutcome> {
	const { conversation, registry } = session;
	const { model } = conversation;
	if (args === "") return notice(model ? `Model: ${selectorOf(model)} (${model.name})` : "No model selected.");
	const selection = await selectModel(args, registry, { currentProvider: model?.provider });
	if (selection.kind === "missing") throw new Error(selection.message);
	const hint = registry.whyUnusable(selection.model.provider);
	if (hint) throw new Error(hint);
	await conversation.submit({ type: "set_model", model: selection.model });
	if (selection.thinkingLevel) {
		await conversation.submit({ type: "set_thinking_level", level: selection.thinkingLevel });
	}
	return {
		...notice(`Model: ${selectorOf(selection.model)} (${selection.model.name})`),
		changed: { model: publicModel(selection.model), thinkingLevel: reportedThinkingLevel(conversation) },
	};
}

async function manageModels(
	{ session }: CommandCall,
	{ ask, attempt, submit }: DialogPort & WorkPort & SubmitPort,
): Promise<CommandOutcome> {
	const { conversation, registry, settings } = session;
	const { modelManagerDialog } = await import("../../dialogs/models/model-manager-dialog.ts");
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
	return notice(`Model: ${selectorOf(model)} (${model.name})`);
}

async function providerModels(id: string, registry: ModelRegistry): Promise<ProviderModels> {
	const provider = registry.findProvider(id);
	const name = provider?.name ?? id;
	const whyNot = registry.whyUnusable(id);
	if (whyNot !== undefined) return { id, name, models: [], whyNot, hasLogin: Boolean(provider?.logins?.length) };
	const models = await registry.modelsOf(id);
	// A local engine that is not running; it is asked again at the next start.
	return models.length > 0 ? { id, name, models } : { id, name, models, whyNot: `${name} has told of no models yet.` };
}
