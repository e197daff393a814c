import { selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { resolveRole } from "@oh-my-pi/pi-ai/models/select/resolve-role";
import { measuredSpeeds } from "../../models/measured-speeds.ts";
import { sessionRoles } from "../../models/session-roles.ts";
import type { Command } from "../contract/command.ts";

export const switchCommand: Command = {
	name: "switch",
	summary: "Use another model in this session",
	group: "model",
	hint: "[query]",
	screen: {
		async run({ session, args }, { ask }) {
			const { conversation, registry, settings } = session;
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
			if (!chosen) return { kind: "done" };
			await conversation.submit({ type: "set_model", model: chosen.model });
			if (chosen.level) await conversation.submit({ type: "set_thinking_level", level: chosen.level });
			return { kind: "notice", level: "info", text: `Model: ${selectorOf(chosen.model)} (this session only)` };
		},
	},
};
