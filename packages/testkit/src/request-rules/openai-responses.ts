import { Complaints, type Json, objects, type RequestRules } from "./rules.ts";

const calls = new Set<unknown>(["function_call", "custom_tool_call"]);
const outputs = new Set<unknown>(["function_call_output", "custom_tool_call_output"]);

/** OpenAI's responses: each call has one output, and each reasoning item is followed by content. */
export const openAiResponsesRules: RequestRules = (body, model) => {
	const complaints = new Complaints();
	const items = objects(body.input);
	complaints.unless(items.length > 0, "input is empty");
	const callKinds = new Map<unknown, unknown>();
	const answered = new Set<unknown>();
	for (const [index, item] of items.entries()) {
		const where = `input.${index}`;
		if (calls.has(item.type)) {
			complaints.unless(
				/^[\x21-\x7e]{1,64}$/.test(String(item.call_id)),
				`${where}: call_id ${item.call_id} is not legal`,
			);
			complaints.unless(!callKinds.has(item.call_id), `${where}: call_id is used twice`);
			complaints.unless(!("id" in item), `${where}: an item id without stored items`);
			callKinds.set(item.call_id, item.type);
		} else if (outputs.has(item.type)) {
			const expected = `${callKinds.get(item.call_id)}_output`;
			complaints.unless(item.type === expected, `${where}: no tool call found for the output of ${item.call_id}`);
			complaints.unless(!answered.has(item.call_id), `${where}: a second output`);
			answered.add(item.call_id);
		} else if (item.type === "reasoning") {
			const next = items[index + 1];
			const leadsOn = next?.type === "reasoning" || next?.role === "assistant" || calls.has(next?.type);
			complaints.unless(leadsOn, `${where}: reasoning without the item that must follow it`);
			const isReadable = typeof item.encrypted_content === "string" || objects(item.content).length > 0;
			complaints.unless(isReadable, `${where}: reasoning that nobody can read`);
		} else checkMessage(item, model.input.includes("image"), where, complaints);
	}
	for (const id of callKinds.keys()) complaints.unless(answered.has(id), `no tool output found for call ${id}`);
	return complaints.list;
};

function checkMessage(item: Json, hasEyes: boolean, where: string, complaints: Complaints): void {
	const parts = typeof item.content === "string" ? [{ type: "text", text: item.content }] : objects(item.content);
	complaints.unless(parts.length > 0, `${where}: content is empty`);
	const textKind = item.role === "assistant" ? "output_text" : "input_text";
	for (const part of parts) {
		if (part.type === "input_image") complaints.unless(hasEyes, `${where}: image for a blind model`);
		else {
			complaints.unless(part.type === textKind || part.type === "text", `${where}: ${part.type} in ${item.role}`);
			complaints.unless(part.text !== "", `${where}: a text is empty`);
		}
	}
}
