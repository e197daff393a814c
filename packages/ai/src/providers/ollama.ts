import type { Env, Provider } from "../model/provider.ts";

export const ollama: Provider = {
	id: "ollama",
	name: "Ollama",
	api: "ollama-chat",
	baseUrl: "http://127.0.0.1:11434",
	endpoint: ollamaAddress,
	envVars: ["OLLAMA_API_KEY"],
	keyless: true,
	local: true,
	discovery: { type: "ollama" },
	discoveryReplaces: true,
};

/** `OLLAMA_HOST` is meant for the server: it may lack the scheme and have a listen address. */
function ollamaAddress(env: Env): string | undefined {
	if (env.OLLAMA_BASE_URL) return env.OLLAMA_BASE_URL;
	const host = env.OLLAMA_HOST;
	if (!host) return undefined;
	const url = URL.parse(/^https?:\/\//.test(host) ? host : `http://${host}`);
	if (!url) return undefined;
	if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
	if (!url.port && !/^https?:\/\//.test(host)) url.port = "11434";
	return url.href.replace(/\/$/, "");
}
