import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { outsideSources } from "@oh-my-pi/pi-agent-core/tools/outside-sources";
import type { ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { TranscriptPart } from "../contract/memory-backend.ts";
import { labelOrigin } from "./outside-tracker.ts";

type FindTool = (name: string) => ToolTraits | undefined;

/** What user and agent have said to each other: text only, without memories that were put in. Each part says whose words it may repeat. */
export function readTranscript(messages: readonly AgentMessage[], findTool: FindTool): readonly TranscriptPart[] {
	const parts: TranscriptPart[] = [];
	const places = new Set<string>();
	const calls = new Map<string, { readonly name: string; readonly args: unknown }>();
	for (const message of messages) {
		if (message.role === "user" && message.attribution !== "agent") {
			places.clear();
			add("user", joinText(message.content));
		} else if (message.role === "assistant") {
			for (const block of message.content)
				if (block.type === "toolCall") calls.set(block.id, { name: block.name, args: block.arguments });
			add("assistant", joinText(message.content));
		} else if (message.role === "toolResult") {
			const { name, args } = calls.get(message.toolCallId) ?? { name: message.toolName, args: {} };
			const tool = findTool(name) ?? { name };
			for (const place of outsideSources(tool, args, message.details)) places.add(place);
		} else if (message.role === "fileMention") {
			places.add("repository");
		}
	}
	return parts;

	function add(role: TranscriptPart["role"], text: string): void {
		const kept = withoutMemories(text).trim();
		if (kept === "") return;
		parts.push({ role, text: kept, origin: role === "user" ? { kind: "user" } : labelOrigin(places, "agent") });
	}
}

/** Text without what a memory had put into it: it would be stored again with every session. */
export function withoutMemories(text: string): string {
	return text.replace(/<(memories|mental_models)\b[^>]*>[\s\S]*?(?:<\/\1>|$)/gi, "");
}

function joinText(content: string | ReadonlyArray<{ readonly type: string }>): string {
	if (typeof content === "string") return content;
	return content
		.flatMap((block) =>
			block.type === "text" && "text" in block && typeof block.text === "string" ? [block.text] : [],
		)
		.join("\n");
}
