import { defineTool, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import type { MemoryService, RecalledLine } from "../services/memory-service.ts";
import type { ToolServices } from "../services/services.ts";
import { hasAbility, requireAbility } from "./memory-tool.ts";
import prompt from "./prompts/recall.md" with { type: "text" };

const parameters = {
	type: "object",
	properties: { query: { type: "string", minLength: 1, description: "What to look for, in plain words" } },
	required: ["query"],
	additionalProperties: false,
} as const;

export interface RecallDetails {
	readonly count: number;
	/** What the memories came from when they were stored. */
	readonly places: readonly string[];
}

const traits: ToolTraits = {
	name: "recall",
	effects: [],
	topics: ["remember", "recall", "memory", "memories", "earlier", "previously"],
	// A memory keeps the label of where it came from, also when it is stored again.
	outsideSources: (_args, details) => (details as RecallDetails | undefined)?.places ?? [],
	view: async () => (await import("./view.ts")).recallView,
};

export const recall: BuiltInTool = {
	...traits,
	summary: "Search what earlier sessions have stored",
	sample: async () => (await import("./samples.data.ts")).recallSample,
	create: ({ memory, workspace: { now } }: Pick<ToolServices, "memory" | "workspace">) =>
		hasAbility(memory, "recall") ? recallTool({ memory, now }) : undefined,
};

export function recallTool({ memory, now }: { readonly memory: MemoryService; readonly now: () => number }) {
	return defineTool<typeof parameters, RecallDetails>({
		...traits,
		label: "Recall",
		prompt: prompt.trim(),
		parameters,
		approval: "read",
		concurrency: "shared",
		loadMode: "discoverable",
		async execute({ query }, { signal }) {
			const lines = await requireAbility(memory, "recall")(query, signal);
			return {
				content: recallText(lines, now()),
				details: { count: lines.length, places: [...new Set(lines.flatMap(({ outside = [] }) => outside))].sort() },
			};
		},
	});
}

function recallText(lines: readonly RecalledLine[], now: number): string {
	if (lines.length === 0) return "No relevant memories found.";
	const at = new Date(now).toISOString();
	const noun = lines.length === 1 ? "memory" : "memories";
	const head = `Found ${lines.length} relevant ${noun} (as of ${at.slice(0, 10)} ${at.slice(11, 16)} UTC):`;
	return [head, ...lines.map(({ text }) => `- ${oneLine(text)}`)].join("\n");
}

/** A memory is one bullet, whatever it contains. */
export function oneLine(text: string): string {
	return text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, " ").trim();
}
