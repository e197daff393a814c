import { expect, setDefaultTimeout } from "bun:test";
import type { Provider } from "@oh-my-pi/pi-ai/model/provider";
import { builtInProviders } from "@oh-my-pi/pi-ai/providers/lists/providers";
import { requiresNamespaces } from "@oh-my-pi/pi-testkit/network/real-addresses";
import { world } from "./world.ts";

setDefaultTimeout(120_000);
const onRealAddresses = requiresNamespaces();
// No names, no routes.
const open = world(() => []);
const key = "sk-0123456789-secret";

/** Besides a key. */
const settings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	"amazon-bedrock": { AWS_REGION: "eu-west-1" },
	"azure-openai-responses": { AZURE_OPENAI_RESOURCE_NAME: "acme" },
	"cloudflare-ai-gateway": { CLOUDFLARE_ACCOUNT_ID: "acme", CLOUDFLARE_GATEWAY_ID: "main" },
	"google-vertex": { GOOGLE_CLOUD_PROJECT: "p1", GOOGLE_CLOUD_LOCATION: "europe-west4" },
};

async function firstModel(provider: Provider): Promise<string> {
	if (provider.defaultModel) return provider.defaultModel;
	const shard = (await provider.shard?.())?.default as { models?: Record<string, unknown>[] } | undefined;
	return String(shard?.models?.[0]?.id ?? "some-model");
}
for (const p of builtInProviders) onRealAddresses(`x ${p.id}`, async () => {
	const { net } = await open();
	await net.files.write("home/.omp/agent/config.yml", "retry: { enabled: false }\n");
	const env = { ...Object.fromEntries(p.envVars.slice(-1).map((n) => [n, key])), ...settings[p.id] };
	const args = p.envVars.length === 0 ? ["--api-key", key] : [];
	const t = performance.now();
	const r = await net.omp(["-p", "hi", "--model", `${p.id}/${await firstModel(p)}`, ...args], { env });
	console.log(p.id, r.exitCode, Math.round(performance.now() - t), "ms", r.stdout, r.stderr.replace(/^Approvals.*\n/, ""));
});
