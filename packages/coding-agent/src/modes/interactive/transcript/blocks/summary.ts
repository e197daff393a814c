import { Markdown } from "@oh-my-pi/pi-tui/markdown/markdown";
import { shortNumber } from "../../status/short-number.ts";
import type { SummaryBlock } from "../block.ts";
import type { BlockLook, LookOptions } from "../block-view.ts";
import { drawRule } from "../draw-rule.ts";
import { drawnLook } from "../drawn-look.ts";

/** A rule where earlier talk is put into few words; the words themselves on request. */
export const summaryLook: BlockLook<SummaryBlock> = drawnLook((block, options, width) => {
	const rule = drawRule(title(block, options), options.theme, width);
	if (!options.expanded()) return [rule];
	const side = options.padding();
	const markdown = new Markdown({ theme: options.theme, base: options.theme.muted });
	markdown.setText(block.text);
	markdown.finish();
	const rows = markdown.render(Math.max(1, width - 2 * side));
	return [rule, ...rows.map((row) => " ".repeat(side) + row)];
});

function title({ what, tokensBefore, tokensAfter }: SummaryBlock, { theme, expandKey }: LookOptions): string {
	const facts = [`${theme.symbol("icon.context")} ${what}`];
	if (tokensBefore !== undefined) {
		const after = tokensAfter === undefined ? "" : ` ${theme.symbol("text.arrow")} ${shortNumber(tokensAfter)}`;
		facts.push(`${shortNumber(tokensBefore)}${after}`);
	}
	const key = expandKey();
	return [...facts, ...(key ? [key.toLowerCase()] : [])].join(` ${theme.symbol("text.dot")} `);
}
