import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { outsideSources } from "@oh-my-pi/pi-agent-core/tools/outside-sources";
import type { ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { joinText } from "@oh-my-pi/pi-ai/message";

export type FindTool = (name: string) => Pick<ToolTraits, "name" | "effects" | "outsideSources"> | undefined;

/** Reads a history from its beginning: what each message brings into it that neither the user nor the model wrote. */
export class PlaceReader {
	readonly #findTool: FindTool;
	readonly #calls = new Map<string, { readonly name: string; readonly args: unknown }>();

	constructor(findTool: FindTool) {
		this.#findTool = findTool;
	}

	read(message: AgentMessage): readonly string[] {
		switch (message.role) {
			case "assistant":
				for (const block of message.content)
					if (block.type === "toolCall") this.#calls.set(block.id, { name: block.name, args: block.arguments });
				return [];
			case "toolResult": {
				const { toolCallId, toolName, details, content } = message;
				const { name, args } = this.#calls.get(toolCallId) ?? { name: toolName, args: {} };
				const places = outsideSources(this.#findTool(name) ?? { name }, args, details);
				// omp's own texts, such as a skill that was learned, say themselves where they are from.
				return places.length > 0 ? places : labelsIn(joinText(content));
			}
			case "fileMention":
				return ["repository"];
			case "bashExecution":
			case "pythonExecution":
				return "excludeFromContext" in message && message.excludeFromContext === true ? [] : ["command"];
			case "custom":
				return "content" in message ? labelsIn(JSON.stringify(message.content)) : [];
			default:
				return [];
		}
	}
}

/** The places of `[outside: web:a.example, repository]`. Text that only looks like a label makes nothing more trusted. */
export function labelsIn(text: string): readonly string[] {
	return [...text.matchAll(/\[outside(?:: ([^\]]*))?\]/g)].flatMap(([, places = "memory"]) => places.split(/,\s*/));
}

/** Whether a message says in other words what was there before. */
export function isSummary({ role }: AgentMessage): boolean {
	return role === "compactionSummary" || role === "branchSummary";
}
