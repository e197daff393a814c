import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import { foldNote } from "@oh-my-pi/pi-tools/view/fold-note";
import { titleText } from "@oh-my-pi/pi-tools/view/title-text";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { failureLine, nextStepAfter, withNextStep } from "../../../../../conversation/recovery/failure-line.ts";
import type { ErrorBlock, JobBlock, NoticeBlock, ReminderBlock, StatusBlock } from "../../reduce/block.ts";
import type { BlockRenderer } from "../parts/block-view.ts";
import { drawnBlock } from "../parts/drawn-block.ts";
import { errorSummary } from "../parts/error-summary.ts";
import { paddedRows } from "../parts/padded-rows.ts";

/** A word from omp itself. */
export const noticeRenderer: BlockRenderer<NoticeBlock> = drawnBlock((block, { theme, padding }, width) =>
	paddedRows(styled(block, theme).split("\n"), width, padding()),
);

function styled({ text: rawText, level }: NoticeBlock, theme: Theme): string {
	const text = plainText(rawText);
	const each = (style: (line: string) => string, mark: string) => `${mark}${text}`.split("\n").map(style).join("\n");
	switch (level) {
		case "error":
			return each(theme.error, `${theme.symbol("status.error")} `);
		case "warning":
			return each(theme.warning, `${theme.symbol("status.warning")} `);
		case "info":
			return each(theme.muted, "");
	}
}

/** What just happened, in a line. */
export const statusRenderer: BlockRenderer<StatusBlock> = drawnBlock(({ text }, { theme, padding }, width) =>
	paddedRows([theme.dim(plainText(text))], width, padding()),
);

/** Why the model's reply failed: in a sentence, and in the provider's own words on request. */
export const errorRenderer: BlockRenderer<ErrorBlock> = drawnBlock(({ text, state, reply }, options, width) => {
	if (state !== "shown") return [];
	const { theme, padding, registry } = options;
	const expanded = options.expanded();
	const summary = errorSummary(text);
	// The same words as above the editor, where it stood until the next prompt.
	const sources = { place: "prompt", ...(registry && { registry }) } as const;
	const line = reply ? failureLine(reply, { ...sources, summarize: errorSummary }) : summary;
	const whole = reply ? failureText(plainText(text), reply, sources) : plainText(text);
	const message = theme.error(`Error: ${expanded ? whole : line}`);
	const hidden =
		summary !==
			plainText(text)
				.trim()
				.replace(/\s*\n\s*/g, " ") && !expanded;
	const note = foldNote("the whole message", { theme, expandKey: options.expandKey() });
	return paddedRows([...message.split("\n"), ...(hidden ? [note] : [])], width, padding());
});

function failureText(text: string, reply: AssistantMessage, sources: Parameters<typeof nextStepAfter>[1]): string {
	const step = nextStepAfter(reply, sources);
	return step === undefined ? text : withNextStep(text, step);
}

/** The model stopped although there was something left to do, and has been told so. */
export const reminderRenderer: BlockRenderer<ReminderBlock> = drawnBlock(
	({ todos, attempt, maxAttempts }, { theme, padding }, width) => {
		const count = `${todos.length} incomplete todo${todos.length === 1 ? "" : "s"}`;
		const title = theme.warning(`${theme.symbol("status.warning")} ${count} - reminder ${attempt}/${maxAttempts}`);
		const items = todos.map((todo) => theme.muted(`  ${theme.symbol("checkbox.off")} ${plainText(todo)}`));
		return paddedRows([title, ...items], width, padding());
	},
);

/** Work in the background has come to its end. */
export const jobRenderer: BlockRenderer<JobBlock> = drawnBlock(({ jobs }, { theme, padding }, width) =>
	paddedRows(
		jobs.flatMap((job) => jobRows(job, theme)),
		width,
		padding(),
	),
);

function jobRows(job: JobBlock["jobs"][number], theme: Theme): string[] {
	const { jobId, type, status = "completed", label, durationMs, summary, agent } = job;
	const { mark, word } = ends(theme)[status] ?? { mark: theme.accent(theme.symbol("list.bullet")), word: status };
	const who = type === "task" ? `Agent ${titleText(jobId)} ${word}` : `Job ${word}`;
	const facts = theme.muted(`[${type === "task" ? (agent ?? type) : titleText(jobId)}]`);
	const time = theme.dim(`(${(durationMs / 1000).toFixed(1)}s)`);
	const row = `${mark} ${who} ${facts} ${titleText(label)} ${time}`;
	return summary ? [row, theme.muted(`  ${titleText(summary)}`)] : [row];
}

function ends(theme: Theme): Readonly<Record<string, { readonly mark: string; readonly word: string }>> {
	return {
		completed: { mark: theme.success(theme.symbol("status.success")), word: "finished" },
		failed: { mark: theme.error(theme.symbol("status.error")), word: "failed" },
		cancelled: { mark: theme.warning(theme.symbol("status.interrupted")), word: "cancelled" },
	};
}
