import type { Component } from "@oh-my-pi/pi-tui/component";
import { truncateToWidth } from "@oh-my-pi/pi-tui/text/truncate";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { drawFrame, frameInnerWidth } from "@oh-my-pi/pi-tui/widgets/draw-frame";
import { RowCache } from "@oh-my-pi/pi-tui/widgets/row-cache";

export interface WelcomeFacts {
	readonly version: string;
	readonly modelName: string | undefined;
	readonly provider: string | undefined;
	readonly cwd: string;
}

const maxWidth = 100;

/** What a new session begins with: where one is, who answers, and how to go on. */
export function welcome(facts: WelcomeFacts, theme: Theme): Component {
	const cache = new RowCache();
	const rows = (width: number) => {
		const columns = Math.min(width, maxWidth);
		const inner = frameInnerWidth(columns);
		const dot = theme.symbol("text.dot");
		const model = facts.modelName
			? `${facts.modelName} ${theme.muted(`${dot} ${facts.provider}`)}`
			: theme.warning("no model");
		const lines = [
			`${theme.bold("Welcome!")} ${model}`,
			theme.muted(facts.cwd),
			"",
			["/ commands", "esc stop", "ctrl+o expand", "alt+m model", "ctrl+c twice to leave"].join(theme.dim(`  ${dot}  `)),
		];
		const fitted = lines.map((line) => truncateToWidth(line, inner, theme.symbol("text.ellipsis")));
		return drawFrame([{ title: theme.accent(`omp v${facts.version}`), rows: fitted }], { width: columns, theme });
	};
	return { render: (width) => cache.get(width, () => rows(width)), invalidate: () => cache.clear() };
}
