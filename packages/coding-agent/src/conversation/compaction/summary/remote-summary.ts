import { type Context, joinText } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import type { TextGuard } from "@oh-my-pi/pi-secrets/text-guard";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { Fetch } from "../compaction-options.ts";
import type { Ask } from "./summarize.ts";

interface RemoteSummaryPorts {
	/** The user's summary endpoint, if enabled. */
	readonly endpoint: () => string | undefined;
	readonly model: () => Model | undefined;
	readonly fetch: Fetch;
	readonly guard?: () => TextGuard | undefined;
	/** Called with the reason when the endpoint fails. */
	readonly onFailure: (message: string) => void;
}

/** Asks the user's endpoint; falls back to the models when it fails. */
export function remoteFirst(ports: RemoteSummaryPorts, local: Ask): Ask {
	return async (question, signal) => {
		const endpoint = ports.endpoint();
		const model = ports.model();
		if (!endpoint || !model) return local(question, signal);
		try {
			return await askEndpoint(endpoint, question.contextFor(model), model, ports, signal);
		} catch (error) {
			if (signal.aborted) throw error;
			ports.onFailure(`No summary from ${endpoint}: ${errorMessage(error)}`);
			return local(question, signal);
		}
	};
}

async function askEndpoint(
	endpoint: string,
	context: Context,
	model: Model,
	{ fetch, guard }: RemoteSummaryPorts,
	signal: AbortSignal,
): Promise<string> {
	const secrets = guard?.();
	const hide = (text: string) => secrets?.hide(text) ?? text;
	const systemPrompt = hide((context.systemPrompt ?? []).join("\n\n"));
	const prompt = hide(context.messages.map(({ content }) => joinText(content)).join("\n\n"));
	const isChat = new URL(endpoint).pathname.endsWith("/chat/completions");
	const body = isChat ? chatBody(model, systemPrompt, prompt) : { systemPrompt, prompt };
	const response = await fetch(endpoint, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(body),
		signal,
	});
	if (!response.ok) throw new Error(`HTTP ${response.status}`);
	const answer: unknown = await response.json();
	const summary = isChat ? chatAnswer(answer) : (answer as { summary?: unknown } | null)?.summary;
	if (typeof summary !== "string" || summary.trim() === "") throw new Error("the response has no summary");
	return (secrets?.restore(summary) ?? summary).trim();
}

function chatBody(model: Model, systemPrompt: string, prompt: string) {
	const messages = [
		{ role: "system", content: systemPrompt },
		{ role: "user", content: prompt },
	];
	return { model: model.id, messages, stream: false };
}

function chatAnswer(answer: unknown): unknown {
	return (answer as { choices?: Array<{ message?: { content?: unknown } }> } | null)?.choices?.[0]?.message?.content;
}
