import { defineTool, ToolError, type ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { BuiltInTool } from "../contract/built-in-tool.ts";
import type { MemoryEdit, MemoryEditOutcome, MemoryService } from "../services/memory-service.ts";
import type { ToolServices } from "../services/services.ts";
import { hasAbility, requireAbility } from "./memory-tool.ts";
import prompt from "./prompts/memory-edit.md" with { type: "text" };

const parameters = {
	type: "object",
	properties: {
		op: { type: "string", enum: ["update", "forget", "invalidate"] },
		id: { type: "string", minLength: 1, description: "As recall gives it" },
		content: { type: "string", description: "For update: the new text" },
		importance: { type: "number", description: "For update: from 0 to 1" },
		replacement_id: { type: "string", description: "For invalidate: the memory that holds instead" },
	},
	required: ["op", "id"],
	additionalProperties: false,
} as const;

interface EditParams {
	readonly op: MemoryEdit["op"];
	readonly id: string;
	readonly content?: string;
	readonly importance?: number;
	readonly replacement_id?: string;
}

const traits: ToolTraits = {
	name: "memory_edit",
	effects: [],
	topics: ["forget", "memory", "memories"],
	view: async () => (await import("./view.ts")).memoryEditView,
};

export const memoryEdit: BuiltInTool = {
	...traits,
	summary: "Correct or delete what is stored",
	sample: async () => (await import("./samples.data.ts")).memoryEditSample,
	create: ({ memory }: Pick<ToolServices, "memory">) =>
		hasAbility(memory, "edit") ? memoryEditTool({ memory }) : undefined,
};

export function memoryEditTool({ memory }: { readonly memory: MemoryService }) {
	return defineTool<typeof parameters, MemoryEditOutcome>({
		...traits,
		label: "Memory edit",
		prompt: prompt.trim(),
		parameters,
		approval: "read",
		concurrency: "shared",
		loadMode: "discoverable",
		async execute(params) {
			const edit = readEdit(params);
			const outcome = await requireAbility(memory, "edit")(edit);
			return { content: outcomeText(edit.id, outcome), details: outcome };
		},
	});
}

function readEdit({ op, id, content, importance, replacement_id: replacementId }: EditParams): MemoryEdit {
	switch (op) {
		case "forget":
			return { op, id };
		case "invalidate":
			return { op, id, ...(replacementId && { replacementId }) };
		case "update": {
			const text = content?.trim() ? content : undefined;
			if (text === undefined && importance === undefined) {
				throw new ToolError("memory_edit update requires content or importance.");
			}
			return {
				op,
				id,
				...(text !== undefined && { content: text }),
				...(importance !== undefined && { importance: Math.min(1, Math.max(0, importance)) }),
			};
		}
	}
}

/** The outcome in words; the same for the tool and for `omp memory`. */
export function outcomeText(id: string, { status, bank, store }: MemoryEditOutcome): string {
	const where = `${bank === undefined ? "" : ` in bank ${bank}`}${store === undefined ? "" : ` (${store})`}`;
	if (status === "not-found") return `Memory ${id} not found.`;
	if (status === "read-only")
		return `Memory ${id} is a read-only fact${where}; edit or forget the memory it was extracted from.`;
	return `Memory ${id} ${status}${where}.`;
}
