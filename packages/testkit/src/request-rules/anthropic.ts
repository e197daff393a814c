import { Complaints, checkTurns, isFilled, type Json, objects, type RequestRules, sameItems } from "./rules.ts";

const legalId = /^[A-Za-z0-9_-]{1,64}$/;

/** https://docs.anthropic.com/en/api/messages, and its 400 errors. */
export const anthropicRules: RequestRules = (body, model) => {
	const complaints = new Complaints();
	const messages = objects(body.messages);
	checkTurns(
		messages.map((message) => message.role),
		"assistant",
		complaints,
	);
	const usedIds = new Set<unknown>();
	for (const [index, message] of messages.entries()) {
		const where = `messages.${index}`;
		const blocks = objects(message.content);
		complaints.unless(blocks.length > 0, `${where}: content is empty`);
		for (const block of blocks) checkBlock(block, where, complaints);
		complaints.unless(
			!JSON.stringify(blocks).includes('"type":"image"') || model.input.includes("image"),
			`${where}: image for a model without eyes`,
		);
		if (message.role === "assistant") checkAssistant(blocks, messages[index + 1], where, usedIds, complaints);
		else checkUser(blocks, messages[index - 1], where, complaints);
	}
	return complaints.list;
};

function checkBlock(block: Json, where: string, complaints: Complaints): void {
	if (block.type === "text") complaints.unless(isFilled(block.text), `${where}: text content blocks must be non-empty`);
	if (block.type === "thinking") complaints.unless(isFilled(block.signature), `${where}: thinking without signature`);
}

function checkAssistant(
	blocks: readonly Json[],
	next: Json | undefined,
	where: string,
	usedIds: Set<unknown>,
	complaints: Complaints,
): void {
	const kinds = blocks.map((block) => block.type);
	complaints.unless(!String(kinds.at(-1)).endsWith("thinking"), `${where}: the final block is thinking`);
	complaints.unless(!kinds.includes("image"), `${where}: image from the assistant`);
	const firstCall = kinds.indexOf("tool_use");
	const afterCalls = firstCall === -1 ? [] : kinds.slice(firstCall);
	complaints.unless(
		afterCalls.every((kind) => kind === "tool_use"),
		`${where}: something follows tool_use`,
	);
	const ids = blocks.filter((block) => block.type === "tool_use").map((block) => block.id);
	for (const id of ids) {
		complaints.unless(legalId.test(String(id)), `${where}: tool_use id ${id} is not legal`);
		complaints.unless(!usedIds.has(id), `${where}: tool_use ids must be unique`);
		usedIds.add(id);
	}
	const answered = objects(next?.content).filter((block) => block.type === "tool_result");
	complaints.unless(
		sameItems(
			ids,
			answered.map((block) => block.tool_use_id),
		),
		`${where}: tool_use and the tool_result that follow differ`,
	);
}

function checkUser(blocks: readonly Json[], previous: Json | undefined, where: string, complaints: Complaints): void {
	const results = blocks.filter((block) => block.type === "tool_result");
	complaints.unless(
		blocks.slice(0, results.length).every((block) => block.type === "tool_result"),
		`${where}: tool_result is not at the beginning`,
	);
	const calls = objects(previous?.content).filter((block) => block.type === "tool_use");
	complaints.unless(results.length === calls.length, `${where}: tool_result without tool_use`);
	for (const result of results) {
		const content = objects(result.content);
		complaints.unless(content.length > 0, `${where}: tool_result is empty`);
		for (const block of content) checkBlock(block, where, complaints);
		complaints.unless(
			result.is_error !== true || content.every((block) => block.type === "text"),
			`${where}: an error result holds more than text`,
		);
	}
}
