import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import type { FinishedRun } from "../../hooks/finished-run.ts";
import type { LiveContext } from "../../hooks/live-context.ts";
import type { CompactionPolicy } from "../compaction-policy.ts";
import type { ToolResultPruning } from "../prune/tool-result-pruning.ts";
import type { AutoCompaction, Trigger } from "./auto-compaction.ts";
import type { Promotion } from "./promotion.ts";
import continuePrompt from "./prompts/continue.md" with { type: "text" };
import type { ReadLoop } from "./read-loop.ts";

interface ThresholdCheckPorts {
	readonly live: LiveContext;
	readonly policy: () => CompactionPolicy;
	readonly compaction: AutoCompaction;
	readonly promotion: Promotion;
	readonly pruning: ToolResultPruning;
	readonly readLoop: ReadLoop;
	readonly hasOpenTodos: () => boolean;
	readonly now: () => number;
}

/** Keeps the context below its threshold after a run and between its requests. */
export class ThresholdCheck {
	readonly #ports: ThresholdCheckPorts;

	constructor(ports: ThresholdCheckPorts) {
		this.#ports = ports;
	}

	async settle(run: FinishedRun): Promise<"continue" | "pass"> {
		const { reply, signal } = run;
		const isGood = reply?.stopReason === "stop" || reply?.stopReason === "toolUse";
		if (!isGood || !(await this.#isDue(signal))) return "pass";
		const isUnfinished = this.#ports.hasOpenTodos();
		if (!(await this.#compact({ reason: "threshold", signal }))) return "pass";
		// Queued messages continue the run anyway.
		if (run.hasQueuedMessages || !this.#ports.policy().autoContinue || !isUnfinished) return "pass";
		const { live, now } = this.#ports;
		const content = renderPrompt(continuePrompt);
		live.steer({ role: "developer", content, attribution: "agent", timestamp: now() });
		return "continue";
	}

	/** Before a request; during a run only if `midTurnEnabled`. */
	async beforeRequest(signal: AbortSignal): Promise<void> {
		const { live, policy, pruning } = this.#ports;
		pruning.pruneTurn();
		const isMidTurn = live.parts.messages.at(-1)?.role === "toolResult";
		if (isMidTurn && !policy().midTurnEnabled) return;
		if (await this.#isDue(signal)) await this.#compact({ reason: "threshold", signal, midTurn: true });
	}

	/** Tries pruning and promotion first. */
	async #isDue(signal: AbortSignal): Promise<boolean> {
		const { compaction, pruning, promotion } = this.#ports;
		const isAbove = () => compaction.isWanted && !signal.aborted && compaction.isAboveThreshold();
		if (!isAbove()) return false;
		pruning.pruneForRoom();
		return isAbove() && !(await promotion.promote());
	}

	async #compact(trigger: Trigger): Promise<boolean> {
		const { live, readLoop, compaction } = this.#ports;
		const { kind, files } = readLoop.observe(live.parts.messages, live.parts.tools);
		if (kind === "loop") {
			await this.#stopReadLoop(files, trigger);
			return false;
		}
		const hasHelped = await compaction.run(trigger);
		readLoop.noteKept(live.parts.messages);
		if (hasHelped && kind === "repeat") this.#warnModel(files);
		return hasHelped;
	}

	async #stopReadLoop(files: readonly string[], { midTurn }: Trigger): Promise<void> {
		const { live } = this.#ports;
		const message = `Stopped: after each compaction the same files are read again (${listed(files)}) and nothing is changed. Narrow the task, or raise compaction.keepRecentTokens`;
		await live.emit({ type: "notice", level: "warning", message, source: "compaction" });
		if (midTurn) live.stopRun(message);
	}

	#warnModel(files: readonly string[]): void {
		const { live, now } = this.#ports;
		// Not a steering message: that would count as user input and skip the tools of the next turn.
		live.append({
			role: "custom",
			customType: "read-spiral-warning",
			content: `<system-notice>You have read ${listed(files)} before, and compaction has taken them away again. Work from the summary, read only the lines you need, and act on what you find before you read on.</system-notice>`,
			display: false,
			attribution: "agent",
			timestamp: now(),
		});
	}
}

const maxListed = 5;

function listed(files: readonly string[]): string {
	const more = files.length - maxListed;
	return files.slice(0, maxListed).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
