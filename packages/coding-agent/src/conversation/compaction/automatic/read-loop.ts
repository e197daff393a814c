import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { answeredCalls } from "../../history/answered-calls.ts";
import { callFacts } from "../../history/call-facts.ts";

export interface ReadLoopVerdict {
	readonly kind: "fine" | "repeat" | "loop";
	/** Files read repeatedly. */
	readonly files: readonly string[];
}

const fine: ReadLoopVerdict = { kind: "fine", files: [] };
/** Rounds of the same reads that count as a loop. */
const maxRounds = 2;

/** Detects a loop: files are read, compaction removes them, and the same files are read again. */
export class ReadLoop {
	#known = new WeakSet<AgentMessage>();
	#lastRead: ReadonlySet<string> | undefined;
	#rounds = 0;

	/** Called for a new prompt. */
	reset(): void {
		this.#lastRead = undefined;
		this.#rounds = 0;
	}

	/** Called each time a compaction is due. */
	observe(messages: readonly AgentMessage[], tools: readonly ToolTraits[] = []): ReadLoopVerdict {
		const fresh = answeredCalls(messages).filter(({ result }) => !this.#known.has(result) && !result.isError);
		const read = new Set(fresh.flatMap(({ call }) => callFacts(call, tools).reads?.path ?? []));
		const again = [...read].filter((path) => this.#lastRead?.has(path));
		const hasChanged = fresh.some(({ call }) => (callFacts(call, tools).changes ?? []).length > 0);
		const isRound = !hasChanged && again.length > 0 && again.length >= read.size / 2;
		this.#rounds = isRound ? this.#rounds + 1 : 0;
		this.#lastRead = read;
		if (!isRound) return fine;
		return { kind: this.#rounds >= maxRounds ? "loop" : "repeat", files: again };
	}

	/** Reads that remain after a compaction count as read before it. */
	noteKept(messages: readonly AgentMessage[]): void {
		for (const message of messages) if (message.role === "toolResult") this.#known.add(message);
	}
}
