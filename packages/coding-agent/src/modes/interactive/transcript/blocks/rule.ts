import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import type { RuleBlock } from "../block.ts";
import type { BlockRenderer } from "../block-view.ts";
import { drawRule } from "../draw-rule.ts";
import { drawnBlock } from "../drawn-block.ts";

export const ruleRenderer: BlockRenderer<RuleBlock> = drawnBlock(({ text }, { theme }, width) => [
	drawRule(plainText(text).replaceAll("\n", " "), theme, width),
]);
