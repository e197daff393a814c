import { defineTool, ToolError, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import type { ToolServices } from "../services/services.ts";
import type { ManagedSkills } from "../skills/managed-skills.ts";
import prompt from "./prompt.md" with { type: "text" };
import { autolearnSettings } from "./settings.ts";

const parameters = {
	type: "object",
	properties: {
		action: { type: "string", enum: ["create", "update", "delete"] },
		name: { type: "string", description: "Lower-case letters, digits and -, at most 64 characters" },
		description: { type: "string", description: "For create and update: one line, when to use it" },
		body: { type: "string", description: "For create and update: the instructions, Markdown" },
	},
	required: ["action", "name"],
	additionalProperties: false,
} as const;

const traits: ToolTraits = {
	name: "manage_skill",
	effects: ["writes"],
	switch: autolearnSettings.enabled,
	view: async () => (await import("./view.ts")).manageSkillView,
};

export const manageSkill: BuiltInTool = {
	...traits,
	summary: "Write skills for later sessions",
	settings: [autolearnSettings],
	sample: async () => (await import("./sample.data.ts")).manageSkillSample,
	create: ({ managedSkills }: Pick<ToolServices, "managedSkills">) => managedSkills && manageSkillTool(managedSkills),
};

export function manageSkillTool(skills: ManagedSkills) {
	return defineTool<typeof parameters, { readonly name: string }>({
		...traits,
		label: "Manage skill",
		prompt: prompt.trim(),
		parameters,
		approval: "write",
		concurrency: "exclusive",
		loadMode: "essential",
		async execute({ action, name: requested, description, body }) {
			const name = skills.parseName(requested);
			const details = { name };
			if (action === "delete") {
				await skills.remove(name);
				return { content: `Deleted managed skill "${name}".`, details };
			}
			if (!description?.trim() || !body?.trim()) {
				throw new ToolError(`"${action}" requires both "description" and "body".`);
			}
			await skills[action](name, { description, body });
			const verb = action === "create" ? "Created" : "Updated";
			return { content: `${verb} managed skill "${name}" (managed-skills/${name}/SKILL.md).`, details };
		},
	});
}
