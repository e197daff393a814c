import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { splitLevel } from "@oh-my-pi/pi-ai/models/match/level-suffix";
import type { ThinkingLevel } from "@oh-my-pi/pi-ai/models/match/thinking-level";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { resolveRole } from "@oh-my-pi/pi-ai/models/select/resolve-role";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import { measuredSpeeds } from "../../models/measured-speeds.ts";
import { sessionRoles } from "../../models/session-roles.ts";
import type { Command } from "../contract/command.ts";
import type { CommandOutcome } from "../contract/outcome.ts";

export const switchCommand: Command = {
	name: "switch",
	summary: "Use another model in this session",
	group: "model",
	hint: "[query]",
	screen: {
		async run({ session, args }, { ask }) {
			const { conversation, registry, settings } = session;
			const named = args === "" ? undefined : await namedModel(args, registry);
			if (named) return use(named, conversation);
			const { switchModelDialog } = await import("../../dialogs/models/switch-model-dialog.ts");
			const known = sessionRoles(settings);
			const roles = await Promise.all(
				Object.keys(known.selectors).map(async (role) => {
					const found = await resolveRole(role, registry, { roles: known });
					return found
						? [{ role, model: found.model, ...(found.thinkingLevel && { level: found.thinkingLevel }) }]
						: [];
				}),
			);
			const models = await registry.enabled();
			const chosen = await ask(
				switchModelDialog({
					models,
					roles: roles.flat(),
					current: conversation.model,
					speeds: await measuredSpeeds(registry),
					...(args && { query: args }),
				}),
			);
			return chosen ? use(chosen, conversation) : { kind: "done" };
		},
	},
};

interface Choice {
	readonly model: Model;
	readonly level?: ThinkingLevel;
}

/** A model that is named in full; for less there is the list, which shows what could be meant. */
async function namedModel(args: string, registry: ModelRegistry): Promise<Choice | undefined> {
	const leveled = splitLevel(args);
	const wanted = (leveled?.pattern ?? args).toLowerCase();
	const fitting = (await registry.enabled()).filter((model) =>
		[selectorOf(model), model.id].some((known) => known.toLowerCase() === wanted),
	);
	const [model, ...others] = fitting;
	return model && others.length === 0 ? { model, ...(leveled && { level: leveled.level }) } : undefined;
}

async function use({ model, level }: Choice, conversation: Conversation): Promise<CommandOutcome> {
	await conversation.submit({ type: "set_model", model });
	if (level) await conversation.submit({ type: "set_thinking_level", level });
	return { kind: "notice", level: "info", text: `Model: ${selectorOf(model)} (this session only)` };
}
