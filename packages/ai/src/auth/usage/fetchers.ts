import type { UsageFetcher } from "./usage-report.ts";

/** Providers that report an account's usage limits. */
export const usageFetchers: Readonly<Record<string, () => Promise<UsageFetcher>>> = {
	anthropic: async () => (await import("./anthropic.ts")).anthropicUsage,
	"openai-codex": async () => (await import("./openai-codex.ts")).codexUsage,
	"github-copilot": async () => (await import("./github-copilot.ts")).copilotUsage,
	"kimi-code": async () => (await import("./kimi.ts")).kimiUsage,
	zai: async () => (await import("./zai.ts")).zaiUsage,
	"google-gemini-cli": async () => (await import("./gemini.ts")).geminiUsage,
};
