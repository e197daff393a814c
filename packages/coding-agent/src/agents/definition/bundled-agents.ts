import { once } from "@oh-my-pi/pi-utils/once";
import { parseFrontmatter, textField, textListField } from "../../discovery/files/frontmatter.ts";
import { type AgentDefinition, parseDefinition } from "./agent-definition.ts";
import browser from "./bundled/browser.md" with { type: "text" };
import designer from "./bundled/designer.md" with { type: "text" };
import explore from "./bundled/explore.md" with { type: "text" };
import librarian from "./bundled/librarian.md" with { type: "text" };
import plan from "./bundled/plan.md" with { type: "text" };
import quickTask from "./bundled/quick_task.md" with { type: "text" };
import reviewer from "./bundled/reviewer.md" with { type: "text" };
import securityReviewer from "./bundled/security-reviewer.md" with { type: "text" };
import task from "./bundled/task.md" with { type: "text" };

/** The files of the agents that ship with omp, by name. */
export const bundledFiles: Readonly<Record<string, string>> = {
	task,
	quick_task: quickTask,
	explore,
	plan,
	browser,
	designer,
	reviewer,
	librarian,
	"security-reviewer": securityReviewer,
};

/** The agents that ship with omp. Throws for a file that cannot be used. */
export const bundledAgents = once((): readonly AgentDefinition[] =>
	Object.entries(bundledFiles).map(([name, text]) => parseBundled(name, text)),
);

function parseBundled(name: string, text: string): AgentDefinition {
	const { fields, body, broken } = parseFrontmatter(text);
	const description = textField(fields.description);
	if (broken !== undefined || fields.name !== name || description === undefined || body === "") {
		throw new Error(`The bundled agent ${name} is broken`);
	}
	const listed = (value: unknown) =>
		textListField(value)
			.flatMap((entry) => entry.split(","))
			.map((entry) => entry.trim());
	const file = { name, path: "", description, content: body, frontmatter: fields };
	return parseDefinition(
		{
			...file,
			...(fields.tools !== undefined && { tools: listed(fields.tools) }),
			...(fields.spawns !== undefined && { spawns: listed(fields.spawns) }),
			...(fields.model !== undefined && { model: listed(fields.model) }),
		},
		"bundled",
	);
}
