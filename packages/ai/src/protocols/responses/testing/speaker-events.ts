import type { ScriptedBlock, ScriptedReply } from "@oh-my-pi/pi-testkit/protocol-contract/speaker";

/** The documented event stream of the Responses API, for tests of all its variants. */
export function responseEvents(reply: ScriptedReply): object[] {
	const output = reply.blocks.map(itemOf);
	const response = { id: "resp_1", object: "response", status: "in_progress", output: [] };
	return [
		{ type: "response.created", response },
		{ type: "response.in_progress", response },
		...reply.blocks.flatMap((block, output_index) => itemEvents(block, output_index)),
		endingOf(reply, { ...response, output, usage: usageOf(reply.usage) }),
	];
}

export function sse(events: readonly object[]): Uint8Array {
	const text = events.map((event) => `event: ${(event as { type: string }).type}\ndata: ${JSON.stringify(event)}\n\n`);
	return new TextEncoder().encode(text.join(""));
}

function usageOf(usage: ScriptedReply["usage"]) {
	const cached_tokens = usage?.cacheRead ?? 0;
	return {
		input_tokens: (usage?.input ?? 0) + cached_tokens,
		input_tokens_details: { cached_tokens },
		output_tokens: usage?.output ?? 0,
		output_tokens_details: { reasoning_tokens: 0 },
	};
}

function endingOf(reply: ScriptedReply, response: object): object {
	switch (reply.stop) {
		case "length":
			return incomplete(response, "max_output_tokens");
		case "refusal":
			return incomplete(response, "content_filter");
		default:
			return { type: "response.completed", response: { ...response, status: "completed" } };
	}
}

function incomplete(response: object, reason: string): object {
	return {
		type: "response.incomplete",
		response: { ...response, status: "incomplete", incomplete_details: { reason } },
	};
}

function itemOf(block: ScriptedBlock, index: number): object {
	switch (block.kind) {
		case "text":
			return {
				type: "message",
				id: `msg_${index}`,
				status: "completed",
				role: "assistant",
				content: [{ type: "output_text", text: block.text, annotations: [] }],
			};
		case "thinking":
			return {
				type: "reasoning",
				id: `rs_${index}`,
				summary: [{ type: "summary_text", text: block.thinking }],
				encrypted_content: block.signature,
			};
		case "toolCall":
			return {
				type: "function_call",
				id: `fc_${index}`,
				call_id: block.id,
				name: block.name,
				arguments: JSON.stringify(block.arguments),
				status: "completed",
			};
	}
}

export function itemEvents(block: ScriptedBlock, output_index: number): object[] {
	const item = itemOf(block, output_index);
	const item_id = (item as { id: string }).id;
	const at = { item_id, output_index };
	const added = (fields: object) => ({
		type: "response.output_item.added",
		output_index,
		item: { ...item, status: "in_progress", ...fields },
	});
	const done = { type: "response.output_item.done", output_index, item };
	const halves = (text: string) => [text.slice(0, text.length >> 1), text.slice(text.length >> 1)];
	switch (block.kind) {
		case "text":
			return [
				added({ content: [] }),
				{ type: "response.content_part.added", ...at, content_index: 0, part: { type: "output_text", text: "" } },
				...halves(block.text).map((delta) => ({ type: "response.output_text.delta", ...at, content_index: 0, delta })),
				{ type: "response.output_text.done", ...at, content_index: 0, text: block.text },
				done,
			];
		case "thinking":
			return [
				added({ summary: [], encrypted_content: undefined }),
				{ type: "response.reasoning_summary_part.added", ...at, summary_index: 0 },
				...halves(block.thinking).map((delta) => ({
					type: "response.reasoning_summary_text.delta",
					...at,
					summary_index: 0,
					delta,
				})),
				{ type: "response.reasoning_summary_text.done", ...at, summary_index: 0, text: block.thinking },
				done,
			];
		case "toolCall": {
			const json = JSON.stringify(block.arguments);
			return [
				added({ arguments: "" }),
				...halves(json).map((delta) => ({ type: "response.function_call_arguments.delta", ...at, delta })),
				{ type: "response.function_call_arguments.done", ...at, arguments: json },
				done,
			];
		}
	}
}
