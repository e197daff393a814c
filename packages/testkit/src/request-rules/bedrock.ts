import { Complaints, checkTurns, isFilled, type Json, object, objects, type RequestRules, sameItems } from "./rules.ts";

const legalId = /^[A-Za-z0-9_-]{1,64}$/;

/** The Converse API's reference, and its validation exceptions. */
export const bedrockRules: RequestRules = (body, model) => {
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
		for (const block of blocks) {
			checkText(block, where, complaints);
			complaints.unless(!("image" in block) || model.input.includes("image"), `${where}: image for a blind model`);
		}
		if (message.role === "assistant") checkAssistant(blocks, messages[index + 1], where, usedIds, complaints);
		else checkUser(blocks, messages[index - 1], model.input.includes("image"), where, complaints);
	}
	const usesTools = /"tool(Use|Result)"/.test(JSON.stringify(messages));
	const offered = objects(object(body.toolConfig).tools).filter((tool) => "toolSpec" in tool);
	complaints.unless(!usesTools || offered.length > 0, "toolConfig must be defined when using tool blocks");
	for (const block of objects(body.system)) checkText(block, "system", complaints);
	return complaints.list;
};

function checkText(block: Json, where: string, complaints: Complaints): void {
	if ("text" in block) complaints.unless(isFilled(block.text), `${where}: the text field is blank`);
}

function checkAssistant(
	blocks: readonly Json[],
	next: Json | undefined,
	where: string,
	usedIds: Set<unknown>,
	complaints: Complaints,
): void {
	for (const block of blocks) {
		if (!("reasoningContent" in block)) continue;
		const { reasoningText, redactedContent } = object(block.reasoningContent);
		complaints.unless(
			isFilled(redactedContent) || isFilled(object(reasoningText).signature),
			`${where}: reasoning without signature`,
		);
	}
	complaints.unless(!("reasoningContent" in (blocks.at(-1) ?? {})), `${where}: the final block is reasoning`);
	complaints.unless(!blocks.some((block) => "image" in block), `${where}: image from the assistant`);
	const ids = blocks.flatMap((block) => ("toolUse" in block ? [object(block.toolUse).toolUseId] : []));
	for (const id of ids) {
		complaints.unless(legalId.test(String(id)), `${where}: toolUseId ${id} is not legal`);
		complaints.unless(!usedIds.has(id), `${where}: toolUseId is used twice`);
		usedIds.add(id);
	}
	const answered = objects(next?.content).flatMap((block) =>
		"toolResult" in block ? [object(block.toolResult).toolUseId] : [],
	);
	complaints.unless(sameItems(ids, answered), `${where}: toolUse and the toolResult that follow differ`);
}

function checkUser(
	blocks: readonly Json[],
	previous: Json | undefined,
	hasEyes: boolean,
	where: string,
	complaints: Complaints,
): void {
	const results = blocks.filter((block) => "toolResult" in block);
	const calls = objects(previous?.content).filter((block) => "toolUse" in block);
	complaints.unless(results.length === calls.length, `${where}: toolResult without toolUse`);
	complaints.unless(
		blocks.slice(0, results.length).every((block) => "toolResult" in block),
		`${where}: toolResult is not at the beginning`,
	);
	for (const result of results) {
		const { content, status } = object(result.toolResult);
		const inside = objects(content);
		complaints.unless(inside.length > 0, `${where}: toolResult is empty`);
		complaints.unless(status === "success" || status === "error", `${where}: toolResult has no status`);
		for (const block of inside) checkText(block, where, complaints);
		complaints.unless(hasEyes || !inside.some((block) => "image" in block), `${where}: image for a blind model`);
		complaints.unless(
			status !== "error" || inside.every((block) => "text" in block),
			`${where}: an error result holds more than text`,
		);
	}
}
