import { type AssistantMessage, type Context, joinText, toolCallsOf } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import { type AsidePorts, askAside } from "../aside/ask-aside.ts";
import type { FinishedRun } from "../hooks/finished-run.ts";
import type { Hook } from "../hooks/hook.ts";
import { hookOrder } from "../hooks/hook-order.ts";
import type { LiveContext } from "../hooks/live-context.ts";
import announcesAction from "./prompts/announces-action.md" with { type: "text" };
import doItNow from "./prompts/do-it-now.md" with { type: "text" };

interface UnexpectedStopPorts extends AsidePorts {
	readonly live: Pick<LiveContext, "steer">;
	readonly isOn: () => boolean;
	/** The small model that classifies; `undefined` when there is none. */
	readonly classifier: () => Promise<Model | undefined>;
	readonly now: () => number;
}

const deadlineMs = 3000;
/** Only the end of the reply is classified. */
const endChars = 1500;

/** Continues the run when the model announces an action and stops; once per prompt. */
export class UnexpectedStop implements Hook {
	readonly name = "unexpected-stop";
	readonly order = hookOrder.unexpectedStop;
	readonly #ports: UnexpectedStopPorts;
	#hasNudged = false;

	constructor(ports: UnexpectedStopPorts) {
		this.#ports = ports;
	}

	beforePrompt(): undefined {
		this.#hasNudged = false;
	}

	async settle({ reply, signal }: FinishedRun): Promise<"continue" | "pass"> {
		const { isOn, live, now } = this.#ports;
		if (!isOn() || this.#hasNudged || signal.aborted || !reply) return "pass";
		const end = readEnd(reply);
		if (end === undefined || !mayAnnounce.test(end) || !(await this.#announces(end, signal))) return "pass";
		this.#hasNudged = true;
		live.steer({ role: "developer", content: renderPrompt(doItNow), attribution: "agent", timestamp: now() });
		return "continue";
	}

	/** False on any failure. */
	async #announces(end: string, signal: AbortSignal): Promise<boolean> {
		const { classifier, now, retry } = this.#ports;
		try {
			const model = await classifier();
			if (!model) return false;
			const context = question(end, now());
			const limits = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
			const optionsFor = () => ({ maxTokens: 16, reasoning: undefined });
			const once = { ...this.#ports, retry: { ...retry, enabled: false } };
			return /^\W*yes\b/i.test(
				await askAside({ contextFor: () => context, optionsFor, signal: limits }, [model], once),
			);
		} catch {
			// Continuing by mistake would be worse than stopping early.
			return false;
		}
	}
}

/** Cheap filter before the classifier is asked. */
const mayAnnounce = /\b(?:I['’]ll|I will|I['’]m going to|I am going to|let me|let['’]s|now|next|going to|proceed)\b/i;

function readEnd(reply: AssistantMessage): string | undefined {
	if (reply.stopReason !== "stop" || toolCallsOf(reply).length > 0) return undefined;
	const text = joinText(reply.content).trim();
	return text === "" || text.endsWith("?") ? undefined : text.slice(-endChars);
}

function question(content: string, timestamp: number): Context {
	return {
		systemPrompt: [renderPrompt(announcesAction)],
		messages: [{ role: "user", content, attribution: "agent", timestamp }],
		tools: [],
	};
}
