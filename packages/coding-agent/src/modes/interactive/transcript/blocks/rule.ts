import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";
import type { RuleBlock } from "../block.ts";
import type { BlockLook } from "../block-view.ts";
import { drawRule } from "../draw-rule.ts";
import { drawnLook } from "../drawn-look.ts";

export const ruleLook: BlockLook<RuleBlock> = drawnLook(({ text }, { theme }, width) => [
	drawRule(plainText(text).replaceAll("\n", " "), theme, width),
]);
