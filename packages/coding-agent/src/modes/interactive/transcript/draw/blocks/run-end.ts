import { countOf } from "@oh-my-pi/pi-tools/view/title-text";
import { type FileChange, viewedOutput } from "@oh-my-pi/pi-tools/view/view";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { shortDuration } from "@oh-my-pi/pi-utils/text/short-number";
import type { FinishedCall, RunEndBlock } from "../../reduce/block.ts";
import type { BlockRenderer, ToolViews } from "../parts/block-view.ts";
import { paddedRows } from "../parts/padded-rows.ts";

/** A short answer needs no line below it. */
const shownAfterMs = 5000;

/** `3 files · +12 −4 · undo with /undo · 18s · $0.03`, for runs that changed files or took a while. */
export const runEndRenderer: BlockRenderer<RunEndBlock> = {
	create(block, { theme, toolViews, padding }) {
		// The facts are kept, not the calls: their results can be long.
		const { elapsedMs, costUsd, changedFiles, changesRepository } = block;
		const changes = block.calls.flatMap((call) => listChanges(call, toolViews));
		const isShown = changes.length > 0 || changedFiles !== undefined || elapsedMs >= shownAfterMs;
		return {
			update: () => {},
			render: (width) =>
				isShown
					? paddedRows(
							[runEndText({ changes, changedFiles, changesRepository, elapsedMs, costUsd }, theme)],
							width,
							padding(),
						)
					: [],
		};
	},
};

function listChanges({ tool, args, output }: FinishedCall, toolViews: ToolViews): readonly FileChange[] {
	const params = typeof args === "object" && args !== null ? args : {};
	return toolViews.get(tool)?.changes?.(viewedOutput(output, "done"), params) ?? [];
}

interface RunFacts extends Pick<RunEndBlock, "elapsedMs" | "costUsd"> {
	readonly changes: readonly FileChange[];
	readonly changedFiles: number | undefined;
	readonly changesRepository: true | undefined;
}

function runEndText({ changes, changedFiles, changesRepository, elapsedMs, costUsd }: RunFacts, theme: Theme): string {
	const sum = (count: (change: FileChange) => number) => changes.reduce((total, change) => total + count(change), 0);
	const lines = [
		theme.toolDiffAdded(`+${sum(({ added }) => added)}`),
		theme.toolDiffRemoved(`−${sum(({ removed }) => removed)}`),
	];
	const files = changedFiles ?? new Set(changes.map(({ path }) => path)).size;
	const what = [
		...(files > 0 ? [countOf(files, "file", "files")] : []),
		...(changesRepository ? ["the repository"] : []),
	];
	const facts = [
		...(what.length > 0 ? [theme.dim(what.join(" and "))] : []),
		...(changes.length > 0 ? [lines.join(" ")] : []),
		...(changedFiles !== undefined ? [theme.dim("undo with /undo")] : []),
		theme.dim(shortDuration(Math.max(1000, elapsedMs))),
		...(costUsd > 0 ? [theme.dim(costUsd < 0.01 ? "<$0.01" : `$${costUsd.toFixed(2)}`)] : []),
	];
	return facts.join(theme.dim(` ${theme.symbol("text.dot")} `));
}
