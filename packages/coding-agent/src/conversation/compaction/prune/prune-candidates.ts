import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { CallFacts, ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type ToolCall, type ToolResultMessage, toolCallsOf } from "@oh-my-pi/pi-ai/message";
import { callFacts } from "../../history/call-facts.ts";
import { GrowingHistory } from "../../history/growing-history.ts";

/** A result that can be shortened. */
export interface Shortening {
	readonly result: ToolResultMessage;
	readonly text: string;
	readonly reason: "superseded" | "useless";
}

type ReadTarget = NonNullable<CallFacts["reads"]>;

interface EarlierRead {
	readonly target: ReadTarget;
	readonly result: ToolResultMessage;
}

const elided = "[Uneventful result elided]";

/**
 * Results no longer needed in full: reads of a file that was read again or changed since, and results that their tool
 * marked as useless. Errors are kept.
 */
export class PruneCandidates {
	readonly #tools: () => readonly ToolTraits[];
	readonly #history = new GrowingHistory();
	readonly #waiting = new Map<string, ToolCall>();
	readonly #reads = new Map<string, EarlierRead[]>();
	#found: Shortening[] = [];
	/** Results that the model has not replied to yet must not be pruned. */
	#unanswered: Shortening[] = [];

	/** `tools` are those that are offered, which know what their calls are about. */
	constructor(tools: () => readonly ToolTraits[] = () => []) {
		this.#tools = tools;
	}

	of(messages: readonly AgentMessage[]): readonly Shortening[] {
		const { isReplaced, added } = this.#history.take(messages);
		if (isReplaced) this.#forget();
		for (const message of added) this.#read(message);
		return this.#found;
	}

	#forget(): void {
		this.#waiting.clear();
		this.#reads.clear();
		this.#found = [];
		this.#unanswered = [];
	}

	#read(message: AgentMessage): void {
		if (message.role === "assistant") {
			this.#found.push(...this.#unanswered.splice(0));
			for (const call of toolCallsOf(message)) this.#waiting.set(call.id, call);
		}
		if (message.role !== "toolResult") return;
		const call = this.#waiting.get(message.toolCallId);
		this.#waiting.delete(message.toolCallId);
		if (call && !message.isError) this.#note(call, message);
	}

	#note(call: ToolCall, result: ToolResultMessage): void {
		if (result.useless) {
			// What says nothing new takes the place of nothing.
			this.#unanswered.push({ result, text: elided, reason: "useless" });
			return;
		}
		const { reads, changes = [] } = callFacts(call, this.#tools());
		if (reads) this.#noteRead(reads, result);
		for (const file of changes) this.#supersede(file, () => true, "was changed later; read it again if needed");
	}

	#noteRead(target: ReadTarget, result: ToolResultMessage): void {
		const isCovered = (earlier: ReadTarget) => target.part === "" || earlier.part === target.part;
		this.#supersede(target.path, isCovered, "was read again later; see there");
		this.#reads.set(target.path, [...(this.#reads.get(target.path) ?? []), { target, result }]);
	}

	#supersede(path: string, isCovered: (earlier: ReadTarget) => boolean, what: string): void {
		const earlier = this.#reads.get(path);
		if (!earlier) return;
		const { covered = [], left = [] } = Object.groupBy(earlier, ({ target }) =>
			isCovered(target) ? "covered" : "left",
		);
		this.#reads.set(path, left);
		for (const { target, result } of covered) {
			this.#found.push({ result, text: `[${target.path}${target.part} ${what}]`, reason: "superseded" });
		}
	}
}
