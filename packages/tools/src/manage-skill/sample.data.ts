import type { ToolSample } from "../view/tool-sample.ts";

export const manageSkillSample: ToolSample = {
	args: {
		action: "create",
		name: "cut-release",
		description: "Use when a release is to be cut",
		body: "1. Update the changelog\n2. Tag",
	},
	done: {
		text: 'Created managed skill "cut-release" (managed-skills/cut-release/SKILL.md).',
		details: { name: "cut-release" },
	},
	failed: { text: "Managed skill is 70312 bytes; the limit is 64000." },
};
