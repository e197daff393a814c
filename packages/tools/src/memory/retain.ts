import { defineTool, ToolError, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import type { MemoryService } from "../services/memory-service.ts";
import type { ToolServices } from "../services/services.ts";
import { hasAbility, requireAbility } from "./memory-tool.ts";
import prompt from "./prompts/retain.md" with { type: "text" };

const parameters = {
	type: "object",
	properties: {
		items: {
			type: "array",
			minItems: 1,
			items: {
				type: "object",
				properties: {
					content: { type: "string", minLength: 1, description: "One fact that stands on its own" },
					context: { type: "string", description: "What it is about, or why it matters" },
				},
				required: ["content"],
				additionalProperties: false,
			},
		},
	},
	required: ["items"],
	additionalProperties: false,
} as const;

export interface RetainDetails {
	readonly count: number;
}

const traits: ToolTraits = {
	name: "retain",
	effects: [],
	topics: ["remember", "memorize", "memory"],
	view: async () => (await import("./view.ts")).retainView,
};

export const retain: BuiltInTool = {
	...traits,
	summary: "Store facts for later sessions",
	sample: async () => (await import("./samples.data.ts")).retainSample,
	create: ({ memory }: Pick<ToolServices, "memory">) =>
		hasAbility(memory, "retain") ? retainTool({ memory }) : undefined,
};

export function retainTool({ memory }: { readonly memory: MemoryService }) {
	return defineTool<typeof parameters, RetainDetails>({
		...traits,
		label: "Retain",
		prompt: prompt.trim(),
		parameters,
		approval: "read",
		// The model wrote it before it saw what other calls of the same message bring.
		concurrency: "shared",
		loadMode: "discoverable",
		async execute({ items }, { signal }) {
			const kept = items.filter(({ content }) => content.trim() !== "");
			if (kept.length === 0) throw new ToolError("retain needs at least one item with content.");
			const { stored, isQueued } = await requireAbility(memory, "retain")(kept, signal);
			if (stored === 0) throw new ToolError("Nothing was stored: the memory could not be written. Try again later.");
			const text = `${stored} ${stored === 1 ? "memory" : "memories"} ${isQueued ? "queued" : "stored"}.`;
			const missing = kept.length - stored;
			return {
				content: missing > 0 ? `${text} ${missing} could not be stored.` : text,
				details: { count: stored },
			};
		},
	});
}
