import { defineTool, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import { fenced } from "../output/outside-content.ts";
import type { MemoryService } from "../services/memory-service.ts";
import type { ToolServices } from "../services/services.ts";
import { hasAbility, requireAbility } from "./memory-tool.ts";
import prompt from "./prompts/reflect.md" with { type: "text" };

const parameters = {
	type: "object",
	properties: {
		query: { type: "string", minLength: 1, description: "The question to answer from memory" },
		context: { type: "string", description: "What you are working on, to focus the answer" },
	},
	required: ["query"],
	additionalProperties: false,
} as const;

const traits: ToolTraits = {
	name: "reflect",
	effects: [],
	topics: ["memory", "memories"],
	// The answer mixes memories; where each came from is no longer told apart.
	outsideSources: () => ["memory"],
	view: async () => (await import("./view.ts")).reflectView,
};

export const reflect: BuiltInTool = {
	...traits,
	summary: "Answer a question from memory",
	sample: async () => (await import("./samples.data.ts")).reflectSample,
	create: ({ memory }: Pick<ToolServices, "memory">) =>
		hasAbility(memory, "reflect") ? reflectTool({ memory }) : undefined,
};

export function reflectTool({ memory }: { readonly memory: MemoryService }) {
	return defineTool({
		...traits,
		label: "Reflect",
		prompt: prompt.trim(),
		parameters,
		approval: "read",
		concurrency: "shared",
		loadMode: "discoverable",
		async execute({ query, context }, { signal }) {
			const focus = context?.trim() === "" ? undefined : context;
			const text = (await requireAbility(memory, "reflect")(query, focus, signal))?.trim();
			if (!text) return { content: "No relevant information found to reflect on." };
			// A server wrote the answer; that of the local database quotes each memory by itself.
			return { content: memory.backend === "hindsight" ? fenced(text, "Hindsight memory") : text };
		},
	});
}
