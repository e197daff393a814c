import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import { type FindTool, isSummary, PlaceReader } from "../../../conversation/provenance/outside-places.ts";
import { labelOrigin } from "../../../conversation/provenance/outside-tracker.ts";
import type { TranscriptPart } from "../contract/memory-backend.ts";

/**
 * What user and agent have said to each other: text only, without memories that were put in. Each part says whose words it may repeat;
 * `summarized` is where the text came from that a summary stands for.
 */
export function readTranscript(
	messages: readonly AgentMessage[],
	findTool: FindTool,
	summarized: Iterable<string> = [],
): readonly TranscriptPart[] {
	const parts: TranscriptPart[] = [];
	const reader = new PlaceReader(findTool);
	const places = new Set<string>();
	for (const message of messages) {
		for (const place of isSummary(message) ? summarized : reader.read(message)) places.add(place);
		if (message.role === "user" && message.attribution !== "agent") add("user", joinText(message.content));
		else if (message.role === "assistant") add("assistant", joinText(message.content));
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
