import { join } from "node:path";
import { skills } from "../capabilities/skills.ts";
import { type DiscoveryProvider, loads } from "../contract/capability.ts";
import { skillFiles } from "../files/skill-files.ts";

const identity = { id: "omp-managed", displayName: "Managed Skills" };

/** Skills that omp wrote; anybody's own skill of the same name counts instead. */
export const managedProvider: DiscoveryProvider = {
	...identity,
	description: "Skills in managed-skills of the agent folder",
	priority: 5,
	loads: loads(skills, (context) =>
		skillFiles(identity, [{ path: join(context.agentDir, "managed-skills"), level: "user" }], context, {
			needsDescription: true,
		}),
	),
};
