import { instructions } from "./instructions.ts";
import { customInstructions, projectBlock, projectBlockBesideCustom } from "./project-block.ts";
import type { PromptFacts } from "./prompt-facts.ts";

/** The system prompt in blocks, the most static first, so that a provider can cache the beginning. */
export function buildSystemPrompt(facts: PromptFacts): string[] {
	const { custom } = facts;
	const blocks =
		custom === undefined
			? [instructions(facts), projectBlock(facts)]
			: [customInstructions({ ...facts, custom }), projectBlockBesideCustom(facts)];
	return blocks.filter((block) => block !== "");
}
