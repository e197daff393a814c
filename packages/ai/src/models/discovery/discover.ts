import { assertNever } from "@oh-my-pi/pi-utils/assert-never";
import type { Fetch } from "../../fetch.ts";
import type { Api } from "../../message.ts";
import type { Model } from "../../model/model.ts";
import type { Discovery, Env } from "../../model/provider.ts";
import { completeModel, type DiscoveredModel } from "./discovered-model.ts";
import type { DiscoveryPorts } from "./get-json.ts";
import { discoverLitellm } from "./litellm.ts";
import { discoverLlamaCpp } from "./llama-cpp.ts";
import { discoverLmStudio } from "./lm-studio.ts";
import { discoverOllama } from "./ollama.ts";
import { discoverOpenaiList } from "./openai-list.ts";
import { discoverProxy } from "./proxy.ts";

const usualLimitMs = 10_000;

export interface DiscoveryTarget {
	readonly provider: string;
	readonly discovery: Discovery;
	readonly baseUrl: string;
	readonly api: Api | undefined;
	readonly apiKey?: string;
	readonly headers?: Readonly<Record<string, string>>;
}

/** Asks an endpoint for its models. Rejects if that fails. */
export async function discoverModels(
	target: DiscoveryTarget,
	options: {
		fetch: Fetch;
		env: Env;
		known: (id: string) => Model | undefined;
		limitMs?: number;
		signal?: AbortSignal | undefined;
	},
): Promise<Model[]> {
	const limitMs = options.limitMs ?? target.discovery.timeoutMs ?? usualLimitMs;
	const limit = AbortSignal.timeout(limitMs);
	const ports: DiscoveryPorts = {
		fetch: options.fetch,
		signal: options.signal ? AbortSignal.any([limit, options.signal]) : limit,
		headers: { ...(target.apiKey && { authorization: `Bearer ${target.apiKey}` }), ...target.headers },
	};
	const baseUrl = target.baseUrl.replace(/\/+$/, "");
	const found = await ask({ ...target, baseUrl }, ports, options.env);
	const route = { provider: target.provider, api: target.api ?? "openai-completions", baseUrl };
	return found.map((model) => completeModel(model, route, options.known(model.id)));
}

function ask(target: DiscoveryTarget, ports: DiscoveryPorts, env: Env): Promise<DiscoveredModel[]> {
	const { type } = target.discovery;
	switch (type) {
		case "ollama":
			return discoverOllama(target.baseUrl, ports, env, { native: target.api === "ollama-chat" });
		case "llama.cpp":
			return discoverLlamaCpp(target.baseUrl, ports);
		case "lm-studio":
			return discoverLmStudio(target.baseUrl, ports);
		case "openai-models-list":
			return discoverOpenaiList(target.baseUrl, ports);
		case "litellm":
			return discoverLitellm(target.baseUrl, ports);
		case "proxy":
			return discoverProxy(target.baseUrl, ports, target.api);
		default:
			return assertNever(type);
	}
}
