import type { ToolResultMessage } from "@oh-my-pi/pi-ai/message";
import { concernsCheckpoints, readMark, readReport, rewindName } from "@oh-my-pi/pi-tools/checkpoint/results";
import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import { hiddenNote } from "../history/hidden-note.ts";
import { sessionContext } from "../history/session-context.ts";
import type { FinishedRun } from "../hooks/finished-run.ts";
import type { Hook } from "../hooks/hook.ts";
import { hookOrder } from "../hooks/hook-order.ts";
import type { LiveContext } from "../hooks/live-context.ts";
import { type MarkedPoint, openCheckpoint, rewindReportType } from "./open-checkpoint.ts";
import activeText from "./prompts/active.md" with { type: "text" };
import rewoundText from "./prompts/rewound.md" with { type: "text" };
import openText from "./prompts/still-open.md" with { type: "text" };

interface CheckpointPorts {
	readonly live: LiveContext;
	readonly now: () => number;
}

/** After this many warnings a model may stop without a report. */
const maxWarnings = 3;

/** Executes rewinds, and reminds the model of an open checkpoint. */
export class CheckpointHook implements Hook {
	readonly name = "checkpoint";
	readonly order = hookOrder.checkpoint;
	readonly #ports: CheckpointPorts;
	#warnings = 0;

	constructor(ports: CheckpointPorts) {
		this.#ports = ports;
	}

	afterTurn(results: readonly ToolResultMessage[]): void {
		// Finding an open checkpoint reads the whole path; skip turns that cannot have changed it.
		if (!results.some(concernsCheckpoints)) return;
		const { live, now } = this.#ports;
		const report = results.map(readReport).find((text) => text !== undefined);
		const mark = openCheckpoint(live.log.path());
		if (report !== undefined && mark) this.#rewind(mark, report);
		else if (mark && results.some((result) => readMark(result))) {
			const text = renderPrompt(activeText, { goal: mark.goal });
			live.steer(hiddenNote("checkpoint-active-reminder", text, now()));
		}
	}

	async settle(run: FinishedRun): Promise<"continue" | "pass"> {
		const { live, now } = this.#ports;
		if (run.signal.aborted || run.reply?.stopReason !== "stop") return "pass";
		if (!live.parts.tools.some(({ name }) => name === rewindName)) return "pass";
		const mark = openCheckpoint(live.log.path());
		if (!mark) this.#warnings = 0;
		if (!mark || this.#warnings >= maxWarnings) return "pass";
		this.#warnings++;
		live.steer(hiddenNote("checkpoint-open-warning", renderPrompt(openText, { goal: mark.goal }), now()));
		return "continue";
	}

	/** Drops everything since the checkpoint from the context and adds the report; the log keeps it all. */
	#rewind({ entryId, startedAt }: MarkedPoint, report: string): void {
		const { live, now } = this.#ports;
		const rewoundAt = new Date(now()).toISOString();
		live.log.branchWithSummary(entryId, report, { startedAt });
		const details = { startedAt, rewoundAt };
		live.log.appendCustomMessageEntry(rewindReportType, renderPrompt(rewoundText), false, details, "agent");
		const { messages } = sessionContext(live.log);
		live.replaceMessages(messages);
		live.resetProviderState();
		this.#warnings = 0;
		live.announceRewind(messages);
	}
}
