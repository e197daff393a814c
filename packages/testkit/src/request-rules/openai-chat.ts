import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { Complaints, isFilled, type Json, object, objects, type RequestRules } from "./rules.ts";

const roles = new Set<unknown>(["system", "developer", "user", "assistant", "tool"]);

/** OpenAI's chat completions: every call is answered, by id, before anything else. */
export const openAiChatRules: RequestRules = (body, model) => {
	const complaints = new Complaints();
	const messages = objects(body.messages);
	complaints.unless(messages.length > 0, "there are no messages");
	const usedIds = new Set<string>();
	let open: string[] = [];
	for (const [index, message] of messages.entries()) {
		const where = `messages.${index}`;
		complaints.unless(roles.has(message.role), `${where}: role ${message.role}`);
		if (message.role === "tool") {
			const id = String(message.tool_call_id);
			complaints.unless(open.includes(id), `${where}: a tool message must follow a message with its tool_calls`);
			complaints.unless(message.content !== "", `${where}: a tool message is empty`);
			open = open.filter((other) => other !== id);
			continue;
		}
		complaints.unless(open.length === 0, `${where}: tool_calls must be followed by tool messages for ${open.join()}`);
		open = [];
		if (message.role === "assistant") open = checkAssistant(message, model, where, usedIds, complaints);
		else checkInput(message, model, where, complaints);
		complaints.unless(
			!model.compat?.requiresAssistantAfterToolResult ||
				message.role !== "user" ||
				messages[index - 1]?.role !== "tool",
			`${where}: a user message right after a tool message`,
		);
	}
	complaints.unless(open.length === 0, `the last tool_calls are not answered: ${open.join()}`);
	return complaints.list;
};

function checkAssistant(
	message: Json,
	model: Model,
	where: string,
	usedIds: Set<string>,
	complaints: Complaints,
): string[] {
	const calls = objects(message.tool_calls);
	const partsAllowed =
		model.compat?.replayThinkingParts === true && objects(message.content).some((part) => part.type === "thinking");
	complaints.unless(typeof message.content === "string" || partsAllowed, `${where}: content is not a string`);
	const reasoning = ["reasoning_content", "reasoning", "reasoning_text"].some((field) => isFilled(message[field]));
	complaints.unless(
		message.content !== "" || calls.length > 0 || reasoning,
		`${where}: an assistant message without content or calls`,
	);
	const legalId = model.compat?.requiresMistralToolIds ? /^[A-Za-z0-9]{9}$/ : /^[\x21-\x7e]{1,40}$/;
	return calls.map((call) => {
		const id = String(call.id);
		complaints.unless(legalId.test(id), `${where}: tool call id ${id} is not legal`);
		complaints.unless(!usedIds.has(id), `${where}: tool call id ${id} is used twice`);
		usedIds.add(id);
		complaints.unless(isJsonObject(object(call.function).arguments), `${where}: arguments are not JSON`);
		return id;
	});
}

function checkInput(message: Json, model: Model, where: string, complaints: Complaints): void {
	const { content } = message;
	const parts = typeof content === "string" ? [{ type: "text", text: content }] : objects(content);
	complaints.unless(parts.length > 0, `${where}: content is empty`);
	for (const part of parts) {
		if (part.type === "text") complaints.unless(part.text !== "", `${where}: a text is empty`);
		else complaints.unless(model.input.includes("image"), `${where}: image for a blind model`);
	}
}

function isJsonObject(text: unknown): boolean {
	try {
		const value: unknown = JSON.parse(String(text));
		return typeof value === "object" && value !== null && !Array.isArray(value);
	} catch {
		return false;
	}
}
