import { defineTool, ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import prompt from "./prompt.md" with { type: "text" };

export interface OpenCheckpoint {
	readonly goal: string;
	/** ISO 8601. */
	readonly startedAt: string;
}

export interface CheckpointDeps {
	/** The mark that no report has closed yet. */
	readonly open: () => OpenCheckpoint | undefined;
	readonly now: () => number;
}

const parameters = {
	type: "object",
	properties: { goal: { type: "string", description: "What you want to find out" } },
	required: ["goal"],
	additionalProperties: false,
} as const;

export function checkpointTool(deps: CheckpointDeps) {
	return defineTool<typeof parameters, OpenCheckpoint>({
		name: "checkpoint",
		label: "Checkpoint",
		prompt,
		parameters,
		approval: "read",
		concurrency: "exclusive",
		loadMode: "discoverable",
		noIntent: true,
		async execute({ goal }) {
			if (deps.open()) throw new ToolError("Checkpoint already active.");
			const content = [
				"Checkpoint created.",
				`Goal: ${goal}`,
				"Run your investigation, then call rewind with a concise report.",
			].join("\n");
			return { content, details: { goal, startedAt: new Date(deps.now()).toISOString() } };
		},
	});
}
