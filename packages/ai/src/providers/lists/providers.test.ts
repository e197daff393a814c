import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { bundledModels } from "../../catalog/read-shard.ts";
import { builtInProviders } from "./providers.ts";

type Row = [id: string, api: string, baseUrl: string, envVars: string, logins: string, defaultModel?: string];

// biome-ignore format: a table
const specified: readonly Row[] = [
	["anthropic", "anthropic-messages", "https://api.anthropic.com", "ANTHROPIC_OAUTH_TOKEN ANTHROPIC_AUTH_TOKEN ANTHROPIC_API_KEY", "browser", "claude-opus-4-8"],
	["openai", "openai-responses", "https://api.openai.com/v1", "OPENAI_API_KEY", "", "gpt-5.5"],
	["openai-codex", "openai-codex-responses", "https://chatgpt.com/backend-api", "OPENAI_CODEX_OAUTH_TOKEN", "browser custom", "gpt-5.5"],
	["google", "google-generative-ai", "https://generativelanguage.googleapis.com/v1beta", "GOOGLE_API_KEY GEMINI_API_KEY", "", "gemini-3.1-pro-preview"],
	["google-vertex", "google-vertex", "", "GOOGLE_CLOUD_API_KEY", "", "gemini-3.1-pro-preview"],
	["google-gemini-cli", "google-gemini-cli", "https://cloudcode-pa.googleapis.com", "", "browser", "gemini-3.1-pro-preview"],
	["google-antigravity", "google-gemini-cli", "https://daily-cloudcode-pa.googleapis.com", "", "browser", "gemini-3.1-pro"],
	["groq", "openai-completions", "https://api.groq.com/openai/v1", "GROQ_API_KEY", "", "openai/gpt-oss-120b"],
	["openrouter", "openai-completions", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY", "key", "openai/gpt-5.5"],
	["mistral", "openai-completions", "https://api.mistral.ai/v1", "MISTRAL_API_KEY", "", "devstral-medium-latest"],
	["xai", "openai-completions", "https://api.x.ai/v1", "XAI_API_KEY", "key", "grok-4-fast-non-reasoning"],
	["xai-oauth", "openai-responses", "https://api.x.ai/v1", "XAI_OAUTH_TOKEN XAI_API_KEY", "device", "grok-4.7"],
	["github-copilot", "openai-completions", "https://api.githubcopilot.com", "COPILOT_GITHUB_TOKEN", "device", "gpt-5.5"],
	["cursor", "cursor-agent", "https://api2.cursor.sh", "CURSOR_ACCESS_TOKEN", "custom"],
	["azure-openai-responses", "azure-openai-responses", "", "AZURE_OPENAI_API_KEY", "", "gpt-5.5"],
	["amazon-bedrock", "bedrock-converse-stream", "", "AWS_BEARER_TOKEN_BEDROCK", "", "us.anthropic.claude-opus-4-8"],
	["cerebras", "openai-completions", "https://api.cerebras.ai/v1", "CEREBRAS_API_KEY", "key", "zai-glm-4.7"],
	["deepseek", "openai-completions", "https://api.deepseek.com", "DEEPSEEK_API_KEY", "key", "deepseek-v4-pro"],
	["fireworks", "openai-completions", "https://api.fireworks.ai/inference/v1", "FIREWORKS_API_KEY", "key", "kimi-k2.7-code"],
	["firepass", "openai-completions", "https://api.fireworks.ai/inference/v1", "FIREPASS_API_KEY", "key", "kimi-k2.6-turbo"],
	["together", "openai-completions", "https://api.together.xyz/v1", "TOGETHER_API_KEY", "key", "moonshotai/Kimi-K2.7-Code"],
	["nvidia", "openai-completions", "https://integrate.api.nvidia.com/v1", "NVIDIA_API_KEY", "key", "nvidia/nemotron-3-ultra-550b-a55b"],
	["huggingface", "openai-completions", "https://router.huggingface.co/v1", "HUGGINGFACE_HUB_TOKEN HF_TOKEN", "key", "deepseek-ai/DeepSeek-R1"],
	["moonshot", "openai-completions", "https://api.moonshot.ai/v1", "MOONSHOT_API_KEY", "key", "kimi-k2.7-code"],
	["kimi-code", "anthropic-messages", "https://api.kimi.com/coding/v1", "KIMI_API_KEY", "device", "kimi-for-coding"],
	["nanogpt", "openai-completions", "https://nano-gpt.com/api/v1", "NANO_GPT_API_KEY", "key", "openai/gpt-5.5"],
	["venice", "openai-completions", "https://api.venice.ai/api/v1", "VENICE_API_KEY", "key", "llama-3.3-70b"],
	["vercel-ai-gateway", "openai-completions", "https://ai-gateway.vercel.sh/v1", "AI_GATEWAY_API_KEY VERCEL_AI_GATEWAY_API_KEY", "key"],
	["cloudflare-ai-gateway", "anthropic-messages", "https://gateway.ai.cloudflare.com/v1/<account>/<gateway>/anthropic", "CLOUDFLARE_AI_GATEWAY_API_KEY", "key"],
	["litellm", "openai-completions", "http://localhost:4000/v1", "LITELLM_API_KEY", "key"],
	["kilo", "openai-completions", "https://api.kilo.ai/api/gateway", "KILO_API_KEY", "custom", "anthropic/claude-opus-4.8"],
	["zai", "anthropic-messages", "https://api.z.ai/api/anthropic", "ZAI_API_KEY", "key", "glm-5.2"],
	["zenmux", "openai-completions", "https://zenmux.ai/api/v1", "ZENMUX_API_KEY", "key", "anthropic/claude-opus-4.8"],
	["zhipu-coding-plan", "openai-completions", "https://open.bigmodel.cn/api/coding/paas/v4", "ZHIPU_API_KEY", "key", "glm-5.1"],
	["umans", "anthropic-messages", "https://api.code.umans.ai", "UMANS_AI_CODING_PLAN_API_KEY", "key", "umans-coder"],
	["qianfan", "openai-completions", "https://qianfan.baidubce.com/v2", "QIANFAN_API_KEY", "key", "deepseek-v3.2"],
	["qwen-portal", "openai-completions", "https://portal.qwen.ai/v1", "QWEN_OAUTH_TOKEN QWEN_PORTAL_API_KEY", "key", "coder-model"],
	["synthetic", "openai-completions", "https://api.synthetic.new/openai/v1", "SYNTHETIC_API_KEY", "key", "hf:zai-org/GLM-5.2"],
	["minimax", "anthropic-messages", "https://api.minimax.io/anthropic", "MINIMAX_API_KEY", "key", "MiniMax-M3"],
	["alibaba-coding-plan", "openai-completions", "https://coding-intl.dashscope.aliyuncs.com/v1", "ALIBABA_CODING_PLAN_API_KEY", "key", "qwen3.7-plus"],
	["aimlapi", "openai-completions", "https://api.aimlapi.com/v1", "AIMLAPI_API_KEY", "key"],
	["gitlab-duo", "anthropic-messages", "https://gitlab.com", "GITLAB_TOKEN", "browser", "duo-chat-opus-4-6"],
	["opencode-zen", "openai-completions", "https://opencode.ai/zen/v1", "OPENCODE_API_KEY", "key", "claude-opus-4-8"],
	["opencode-go", "openai-completions", "https://opencode.ai/zen/go/v1", "OPENCODE_API_KEY", "key", "kimi-k2.7-code"],
	["wafer-pass", "openai-completions", "https://pass.wafer.ai/v1", "WAFER_PASS_API_KEY", "key", "GLM-5.1"],
	["wafer-serverless", "openai-completions", "https://pass.wafer.ai/v1", "WAFER_SERVERLESS_API_KEY", "key", "GLM-5.1"],
	["xiaomi", "openai-completions", "https://api.xiaomimimo.com/v1", "XIAOMI_API_KEY", "key", "mimo-v2.5"],
	["ollama-cloud", "ollama-chat", "https://ollama.com", "OLLAMA_CLOUD_API_KEY", "key", "gpt-oss:120b"],
	["ollama", "ollama-chat", "http://127.0.0.1:11434", "OLLAMA_API_KEY", ""],
	["lm-studio", "openai-completions", "http://127.0.0.1:1234/v1", "LM_STUDIO_API_KEY", ""],
	["llama.cpp", "openai-responses", "http://127.0.0.1:8080", "LLAMA_CPP_API_KEY", ""],
];

test("providers: protocol, endpoint, variables, login kinds and default model are those of the table", () => {
	const ids = new Set(specified.map(([id]) => id));
	const actual = builtInProviders
		.filter(({ id }) => ids.has(id))
		.map((provider): Row => {
			const { id, api, baseUrl, envVars, logins = [], defaultModel } = provider;
			const row = [id, api, baseUrl, envVars.join(" "), logins.map(({ kind }) => kind).join(" ")] as const;
			return defaultModel === undefined ? [...row] : [...row, defaultModel];
		});
	const byId = (a: Row, b: Row) => (a[0] < b[0] ? -1 : 1);
	expect(actual.sort(byId)).toEqual([...specified].sort(byId));
});

test("providers: ids are unique", () => {
	const ids = builtInProviders.map(({ id }) => id);
	expect(ids).toEqual([...new Set(ids)]);
});

verifies("models-and-auth:catalog:bundled", async () => {
	const without: string[] = [];
	for (const provider of builtInProviders) {
		const models = await bundledModels(provider);
		const needsDiscovery = models.length === 0 && !provider.discovery && provider.api !== "cursor-agent";
		const lacksDefault = provider.defaultModel && !models.some(({ id }) => id === provider.defaultModel);
		if (needsDiscovery || lacksDefault) without.push(provider.id);
	}
	expect(without).toEqual([]);
});

test("catalog: prices are not negative and limits are positive whole numbers that fit the window", async () => {
	const wrong: string[] = [];
	let count = 0;
	for (const provider of builtInProviders) {
		for (const { id, cost, contextWindow, maxTokens } of await bundledModels(provider)) {
			count++;
			const prices = [cost.input, cost.output, cost.cacheRead, cost.cacheWrite];
			const tiers = (cost.tiers ?? []).flatMap((tier) => [tier.inputTokensAbove, tier.input ?? 0, tier.output ?? 0]);
			const limits = [contextWindow, maxTokens];
			const fine =
				[...prices, ...tiers].every((price) => Number.isFinite(price) && price >= 0) &&
				limits.every((limit) => Number.isInteger(limit) && limit > 0) &&
				maxTokens <= contextWindow;
			if (!fine) wrong.push(`${provider.id}/${id}`);
		}
	}
	expect(wrong).toEqual([]);
	expect(count).toBeGreaterThan(1500);
});

test("catalog: ids are unique per provider, and no address is local", async () => {
	for (const provider of builtInProviders) {
		const models = await bundledModels(provider);
		expect(models.map(({ id }) => id)).toEqual([...new Set(models.map(({ id }) => id))]);
		expect(models.filter(({ baseUrl }) => /localhost|127\.0\.0\.1/.test(baseUrl))).toEqual([]);
	}
});

test("catalog: a row round-trips to the whole record", async () => {
	const anthropic = builtInProviders.find(({ id }) => id === "anthropic");
	if (!anthropic) throw new Error("no anthropic");
	const opus = (await bundledModels(anthropic)).find(({ id }) => id === "claude-opus-4-8");
	expect(opus).toEqual({
		id: "claude-opus-4-8",
		name: "Claude Opus 4.8",
		provider: "anthropic",
		api: "anthropic-messages",
		baseUrl: "https://api.anthropic.com",
		reasoning: true,
		input: ["text", "image"],
		cost: { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
		contextWindow: 1_000_000,
		maxTokens: 128_000,
	});
});
