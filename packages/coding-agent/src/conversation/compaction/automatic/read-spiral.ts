import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import { answeredCalls } from "../../history/answered-calls.ts";
import { callFacts } from "../../history/call-facts.ts";

export interface SpiralVerdict {
	readonly kind: "fine" | "circling" | "spiral";
	/** What is read again and again. */
	readonly files: readonly string[];
}

const fine: SpiralVerdict = { kind: "fine", files: [] };
/** So many rounds of the same reading are a spiral. */
const maxRounds = 2;

/** Notices work that goes in circles: files are read, compaction takes them away, and the same files are read again. */
export class ReadSpiral {
	#known = new WeakSet<AgentMessage>();
	#lastRead: ReadonlySet<string> | undefined;
	#rounds = 0;

	/** The user has spoken: what follows is new work. */
	reset(): void {
		this.#lastRead = undefined;
		this.#rounds = 0;
	}

	/** To be asked each time when a compaction is due. */
	observe(messages: readonly AgentMessage[], tools: readonly ToolTraits[] = []): SpiralVerdict {
		const fresh = answeredCalls(messages).filter(({ result }) => !this.#known.has(result) && !result.isError);
		const read = new Set(fresh.flatMap(({ call }) => callFacts(call, tools).reads?.path ?? []));
		const again = [...read].filter((path) => this.#lastRead?.has(path));
		const hasChanged = fresh.some(({ call }) => (callFacts(call, tools).changes ?? []).length > 0);
		const isRound = !hasChanged && again.length > 0 && again.length >= read.size / 2;
		this.#rounds = isRound ? this.#rounds + 1 : 0;
		this.#lastRead = read;
		if (!isRound) return fine;
		return { kind: this.#rounds >= maxRounds ? "spiral" : "circling", files: again };
	}

	/** What is still there after a compaction counts as read before it. */
	noteKept(messages: readonly AgentMessage[]): void {
		for (const message of messages) if (message.role === "toolResult") this.#known.add(message);
	}
}
