import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { Theme } from "@oh-my-pi/pi-tui/theme/theme";
import { shortNumber } from "@oh-my-pi/pi-utils/short-number";

/** What a reply has cost: `⤵ 1.2K ⤴ 56 · ⛁ 90K · $0.01 · 3.2s` */
export function usageText({ usage, duration }: AssistantMessage, theme: Theme): string {
	const { input, output, cacheRead, cost } = usage;
	const facts = [
		`${theme.symbol("icon.tokensIn")} ${shortNumber(input)} ${theme.symbol("icon.tokensOut")} ${shortNumber(output)}`,
	];
	if (cacheRead > 0) facts.push(`${theme.symbol("icon.cache")} ${shortNumber(cacheRead)}`);
	if (cost.total > 0) facts.push(`$${cost.total.toFixed(cost.total < 0.1 ? 4 : 2)}`);
	if (duration) facts.push(`${(duration / 1000).toFixed(1)}s`);
	return facts.join(` ${theme.symbol("text.dot")} `);
}
