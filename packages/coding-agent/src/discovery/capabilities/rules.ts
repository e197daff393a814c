import type { Capability, Level } from "../contract/capability.ts";

export const interruptModes = ["never", "prose-only", "tool-only", "always"] as const;

/** A rule for the model, from a file of omp or another program. */
export interface Rule {
	readonly name: string;
	readonly path: string;
	/** Without frontmatter. */
	readonly content: string;
	readonly level: Level;
	/** The files it is about. */
	readonly globs?: readonly string[];
	/** The whole text is in the system prompt. */
	readonly alwaysApply?: true;
	/** With it the rule is listed in the system prompt. */
	readonly description?: string;
	/** Regular expressions: the model's output is stopped when it matches. */
	readonly condition?: readonly string[];
	/** The same for the structure of code. */
	readonly astCondition?: readonly string[];
	/** The parts of the output that conditions are applied to. */
	readonly scope?: readonly string[];
	readonly interruptMode?: (typeof interruptModes)[number];
}

export const rules: Capability<Rule> = {
	id: "rules",
	displayName: "Rules",
	description: "Rules that the model follows always, for some files, or when it breaks them",
	trust: "text",
	key: ({ name }) => name,
	validate: ({ name }) => (name === "" ? "has no name" : undefined),
	extensionId: ({ name }) => `rule:${name}`,
};
