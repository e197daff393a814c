import { join } from "node:path";
import { type Skill, skills } from "../capabilities/skills.ts";
import { type DiscoveryProvider, type Found, loads } from "../contract/capability.ts";
import { originLabel } from "../files/learned-skill.ts";
import { skillFiles } from "../files/skill-files.ts";

const identity = { id: "omp-managed", displayName: "Managed Skills" };

/** Skills that omp wrote; anybody's own skill of the same name counts instead. */
export const managedProvider: DiscoveryProvider = {
	...identity,
	description: "Skills in managed-skills of the agent folder",
	priority: 5,
	loads: loads(skills, async (context) => {
		const folder = { path: join(context.agentDir, "managed-skills"), level: "user" } as const;
		const found = await skillFiles(identity, [folder], context, { needsDescription: true });
		return { ...found, items: found.items.map(withLabel) };
	}),
};

/** Wherever it is listed, for the user and the model, one that was learned from outside says so. */
function withLabel(skill: Found<Skill>): Found<Skill> {
	const label = originLabel(skill.content);
	return label === "" || skill.description === undefined
		? skill
		: { ...skill, description: `${skill.description} ${label}` };
}
