import { coerce } from "@oh-my-pi/pi-agent-core/tools/coerce";
import { joinText, type Message } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { resolveRole } from "@oh-my-pi/pi-ai/models/select/resolve-role";
import type { HostRequest } from "@oh-my-pi/pi-tools/kernels/host-bridge";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import { sessionRoles } from "../../models/session-roles.ts";
import type { Workbench } from "../../workbench/workbench.ts";

type Ports = Pick<Workbench, "settings" | "registry" | "host"> & {
	readonly conversation: Pick<Conversation, "model" | "aside">;
};

const maxTokens = 8192;
/** A model that does not meet the schema is told why and asked again. */
const maxAttempts = 3;

/** `completion()` of a cell: one reply without tools; text, or a parsed value where a schema was given. */
export async function completionForCell(ports: Ports, request: HostRequest, signal: AbortSignal): Promise<unknown> {
	const { prompt, system } = request;
	if (typeof prompt !== "string" || prompt.trim() === "") throw new Error("completion() needs a prompt");
	const model = await modelFor(request.model, ports);
	const schema = isRecord(request.schema) ? request.schema : undefined;
	const systemPrompt = [
		...(typeof system === "string" && system !== "" ? [system] : []),
		...(schema
			? [`Answer with one JSON value, and nothing else, that matches this schema:\n${JSON.stringify(schema)}`]
			: []),
	];
	const messages: Message[] = [userMessage(prompt, ports)];
	for (let attempt = 1; ; attempt++) {
		const context = { ...(systemPrompt.length > 0 && { systemPrompt }), messages, tools: [] };
		const options = { maxTokens: Math.min(maxTokens, model.maxTokens || maxTokens), reasoning: undefined };
		const reply = await ports.conversation.aside.request(context, options, model, signal);
		if (reply.stopReason === "error" || reply.stopReason === "aborted") {
			throw new Error(reply.errorMessage ?? "The model gave no answer");
		}
		const text = joinText(reply.content);
		if (!schema) return text;
		const { value, problem } = parsed(text, schema);
		if (problem === undefined) return value;
		if (attempt === maxAttempts) throw new Error(`The answer does not match the schema: ${problem}`);
		messages.push(
			reply,
			userMessage(`That does not match the schema: ${problem}. Answer again, with JSON only.`, ports),
		);
	}
}

async function modelFor(role: unknown, { conversation, registry, settings }: Ports): Promise<Model> {
	const { model: current } = conversation;
	if (role !== undefined && role !== null && role !== "default" && role !== "smol" && role !== "slow") {
		throw new Error(`completion() knows the models default, smol and slow, not ${String(role)}`);
	}
	const found =
		role === "smol" || role === "slow"
			? await resolveRole(role, registry, { roles: sessionRoles(settings), ...(current && { current }) })
			: undefined;
	const model = found?.model ?? current;
	if (!model) throw new Error("No model is available");
	return model;
}

function userMessage(content: string, { host }: Ports): Message {
	return { role: "user", content, attribution: "agent", timestamp: host.now() };
}

/** Models like to put a fence around JSON. */
function parsed(text: string, schema: Readonly<Record<string, unknown>>): { value?: unknown; problem?: string } {
	const inner = /^```(?:json)?\s*\n([\s\S]*?)\n```$/.exec(text.trim())?.[1] ?? text;
	let json: unknown;
	try {
		json = JSON.parse(inner);
	} catch (error) {
		return { problem: error instanceof Error ? error.message : "no JSON" };
	}
	const { value, problems } = coerce(json, schema);
	return problems.length > 0 ? { problem: problems.join("; ") } : { value };
}
