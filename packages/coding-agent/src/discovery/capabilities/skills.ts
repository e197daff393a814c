import type { Capability, Level } from "../contract/capability.ts";

/** Instructions for one kind of task, read when the task comes up. */
export interface Skill {
	readonly name: string;
	/** Its `SKILL.md`. */
	readonly path: string;
	/** The whole file, including frontmatter. */
	readonly content: string;
	readonly level: Exclude<Level, "native">;
	readonly frontmatter: Readonly<Record<string, unknown>>;
	readonly description?: string;
	/** Not listed for the model. */
	readonly isHidden: boolean;
	/** Its source requires a description. */
	readonly needsDescription: boolean;
}

export const skills: Capability<Skill> = {
	id: "skills",
	displayName: "Skills",
	description: "Instructions for kinds of tasks, read when needed",
	trust: "text",
	key: ({ name }) => name,
	validate: ({ name, description, needsDescription }) => {
		if (name === "") return "has no name";
		return needsDescription && description === undefined ? "has no description and is left out" : undefined;
	},
	extensionId: ({ name }) => `skill:${name}`,
};
