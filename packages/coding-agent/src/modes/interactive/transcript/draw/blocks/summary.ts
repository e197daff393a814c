import { Markdown } from "@oh-my-pi/pi-tui/markdown/markdown";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import { shortNumber } from "@oh-my-pi/pi-utils/text/short-number";
import type { RuleBlock, SummaryBlock } from "../../reduce/block.ts";
import type { BlockRenderer, RenderOptions } from "../parts/block-view.ts";
import { drawRule } from "../parts/draw-rule.ts";
import { drawnBlock } from "../parts/drawn-block.ts";

/** A rule where earlier talk is put into few words; the words themselves on request. */
export const summaryRenderer: BlockRenderer<SummaryBlock> = drawnBlock((block, options, width) => {
	const rule = drawRule(title(block, options), options.theme, width);
	if (!options.expanded()) return [rule];
	const side = options.padding();
	const markdown = new Markdown({ theme: options.theme, base: options.theme.muted });
	markdown.setText(block.text);
	markdown.finish();
	const rows = markdown.render(Math.max(1, width - 2 * side));
	return [rule, ...rows.map((row) => " ".repeat(side) + row)];
});

function title({ what, tokensBefore, tokensAfter }: SummaryBlock, { theme, expandKey }: RenderOptions): string {
	const facts = [`${theme.symbol("icon.context")} ${what}`];
	if (tokensBefore !== undefined) {
		const after = tokensAfter === undefined ? "" : ` ${theme.symbol("text.arrow")} ${shortNumber(tokensAfter)}`;
		facts.push(`${shortNumber(tokensBefore)}${after}`);
	}
	const key = expandKey();
	return [...facts, ...(key ? [key.toLowerCase()] : [])].join(` ${theme.symbol("text.dot")} `);
}

export const ruleRenderer: BlockRenderer<RuleBlock> = drawnBlock(({ text }, { theme }, width) => [
	drawRule(plainText(text).replaceAll("\n", " "), theme, width),
]);
