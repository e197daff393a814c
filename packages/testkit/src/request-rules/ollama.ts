import { Complaints, isFilled, object, objects, type RequestRules, sameItems } from "./rules.ts";

const roles = new Set<unknown>(["system", "user", "assistant", "tool"]);

/** Ollama's chat API: plain strings, results by name right after the calls. */
export const ollamaRules: RequestRules = (body, model) => {
	const complaints = new Complaints();
	const messages = objects(body.messages);
	complaints.unless(messages.length > 0, "there are no messages");
	for (const [index, message] of messages.entries()) {
		const where = `messages.${index}`;
		const { role, content } = message;
		complaints.unless(roles.has(role), `${where}: role ${role}`);
		complaints.unless(role !== "system" || index === 0, `${where}: a system message in the middle`);
		complaints.unless(typeof content === "string", `${where}: content is not a string`);
		const calls = objects(message.tool_calls);
		const images = Array.isArray(message.images) ? message.images : [];
		complaints.unless(
			isFilled(content) || calls.length > 0 || images.length > 0,
			`${where}: there is nothing in the message`,
		);
		complaints.unless(images.length === 0 || (role === "user" && model.input.includes("image")), `${where}: images`);
		complaints.unless(
			!("thinking" in message) || model.provider !== "ollama-cloud",
			`${where}: thinking for the cloud`,
		);
		complaints.unless(
			calls.every((call) => typeof object(object(call.function).arguments) === "object"),
			`${where}: arguments are not an object`,
		);
		const previous = messages[index - 1];
		complaints.unless(
			role !== "tool" || previous?.role === "tool" || objects(previous?.tool_calls).length > 0,
			`${where}: a result without a call before it`,
		);
		const results = messages.slice(index + 1, index + 1 + calls.length);
		complaints.unless(
			sameItems(
				calls.map((call) => ["tool", object(call.function).name]),
				results.map((result) => [result.role, result.tool_name]),
			),
			`${where}: calls and the results that follow differ`,
		);
		complaints.unless(
			calls.length === 0 || messages[index + 1 + calls.length]?.role !== "tool",
			`${where}: more results than calls`,
		);
	}
	return complaints.list;
};
