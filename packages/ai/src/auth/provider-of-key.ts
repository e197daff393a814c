/** How keys begin, by provider; the longer beginnings first. */
const shapes: ReadonlyArray<readonly [beginning: string, providers: readonly string[]]> = [
	["sk-ant-", ["anthropic"]],
	["sk-proj-", ["openai"]],
	["sk-svcacct-", ["openai"]],
	["sk-admin-", ["openai"]],
	["sk-or-", ["openrouter"]],
	["AIza", ["google"]],
	["gsk_", ["groq"]],
	["xai-", ["xai"]],
	["hf_", ["huggingface"]],
	["fw_", ["fireworks"]],
	["csk-", ["cerebras"]],
	["nvapi-", ["nvidia"]],
	["pplx-", ["perplexity"]],
	["vck_", ["vercel-ai-gateway"]],
	["tgp_v1_", ["together"]],
	["syn_", ["synthetic"]],
	// The plain form is used by many.
	["sk-", ["openai", "deepseek", "moonshot", "siliconflow"]],
];

/** The providers whose keys look like this one, the likeliest first; none when the shape says nothing. */
export function providersOfKey(key: string): readonly string[] {
	return shapes.find(([beginning]) => key.trim().startsWith(beginning))?.[1] ?? [];
}
