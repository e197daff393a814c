import { defineTool, ToolError, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import { autolearnSettings } from "../manage-skill/settings.ts";
import type { MemoryService } from "../services/memory-service.ts";
import type { ToolServices } from "../services/services.ts";
import type { ManagedSkills } from "../skills/managed-skills.ts";
import prompt from "./prompt.md" with { type: "text" };

const parameters = {
	type: "object",
	properties: {
		memory: { type: "string", minLength: 1, description: "The lesson, in one statement that stands on its own" },
		context: { type: "string", description: "When it applies" },
		skill: {
			type: "object",
			description: "A procedure to keep as a managed skill",
			properties: {
				action: { type: "string", enum: ["create", "update"] },
				name: { type: "string" },
				description: { type: "string" },
				body: { type: "string" },
			},
			required: ["action", "name", "description", "body"],
			additionalProperties: false,
		},
	},
	required: ["memory"],
	additionalProperties: false,
} as const;

export interface LearnDetails {
	/** The managed skill that was written; `null` when that failed. */
	readonly skill?: string | null;
	/** Somebody's own skill has the name. */
	readonly shadowed?: true;
}

const traits: ToolTraits = {
	name: "learn",
	effects: ["writes"],
	switch: autolearnSettings.enabled,
	view: async () => (await import("./view.ts")).learnView,
};

export const learn: BuiltInTool = {
	...traits,
	summary: "Store a lesson for later sessions",
	sample: async () => (await import("./sample.data.ts")).learnSample,
	create: ({ memory, managedSkills: skills }: Pick<ToolServices, "memory" | "managedSkills">) =>
		memory && skills && learnTool({ memory, skills }),
};

export function learnTool({ memory, skills }: { readonly memory: MemoryService; readonly skills: ManagedSkills }) {
	return defineTool<typeof parameters, LearnDetails>({
		...traits,
		label: "Learn",
		prompt: prompt.trim(),
		parameters,
		approval: ({ skill }) => (skill || memory.backend === "local" ? "write" : "read"),
		// What earlier calls of the same message have read labels what is stored, so they must have ended.
		concurrency: "exclusive",
		loadMode: "essential",
		async execute({ memory: content, context, skill }, { signal }) {
			if (content.trim() === "") throw new ToolError("learn needs a lesson in memory.");
			const store = memory.problem === undefined ? memory.learn : undefined;
			if (!store) throw new ToolError(memory.problem ?? `The memory backend ${memory.backend} cannot learn.`);
			const outcome = await store.call(memory, { content, ...(context && { context }) }, signal);
			skills.lessonStored();
			const lesson = outcome === "queued" ? "Lesson queued for retention" : "Lesson stored";
			if (!skill) return { content: `${lesson}.`, details: {} };
			const failed = (why: string, details: LearnDetails) => ({
				content: `${lesson}, but the managed skill could not be written: ${why}`,
				details,
				isError: true,
			});
			try {
				const name = skills.parseName(skill.name);
				const authored = await skills.findAuthored(name);
				if (authored !== undefined) {
					const why = `"${name}" is the user's own skill (${authored}), which is never overridden. Choose another name.`;
					return failed(why, { skill: null, shadowed: true });
				}
				if (!skill.description.trim() || !skill.body.trim()) {
					return failed(`"${skill.action}" requires both "description" and "body".`, { skill: null });
				}
				await skills[skill.action](name, { description: skill.description, body: skill.body });
				const verb = skill.action === "create" ? "Created" : "Updated";
				return { content: `${lesson}. ${verb} managed skill "${name}".`, details: { skill: name } };
			} catch (error) {
				return failed(errorMessage(error), { skill: null });
			}
		},
	});
}
