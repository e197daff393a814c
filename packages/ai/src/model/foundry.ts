import type { Env } from "./provider.ts";

/** Whether Claude is used through a company's own Foundry instead of Anthropic. */
export function usesFoundry(env: Env): boolean {
	return !["", "0", "false", "no", undefined].includes(env.CLAUDE_CODE_USE_FOUNDRY?.toLowerCase());
}
