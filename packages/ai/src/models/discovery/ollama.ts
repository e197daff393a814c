import { totalmem } from "node:os";
import { withFallback } from "@oh-my-pi/pi-utils/ignore-failure";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { Env } from "../../model/provider.ts";
import type { DiscoveredModel } from "./discovered-model.ts";
import { type DiscoveryPorts, getJson } from "./get-json.ts";
import { firstText, listedItems } from "./listed-items.ts";

const defaultContext = 128_000;
/** A window that the engine has to reserve memory for, if nothing is known about the model. */
const defaultReserved = 32_768;
const defaultOutput = 8192;

export interface OllamaOptions {
	/** The models are asked over Ollama's own API, where each request states the window to reserve memory for. */
	readonly native: boolean;
	/** Memory of the machine; only known if the engine runs here. */
	readonly memoryBytes?: number;
}

/** Ollama lists its models and describes each on request. */
export async function discoverOllama(
	base: string,
	ports: DiscoveryPorts,
	env: Env,
	options: OllamaOptions,
): Promise<DiscoveredModel[]> {
	const root = base.replace(/\/v1$/, "");
	const memoryBytes = options.memoryBytes ?? (isThisMachine(root) ? totalmem() : undefined);
	const listed = listedItems(await getJson(`${root}/api/tags`, ports)).flatMap((item) => {
		const id = firstText(item, "model", "name");
		return id === undefined ? [] : [{ id, sizeBytes: typeof item.size === "number" ? item.size : 0 }];
	});
	return Promise.all(
		listed.map(async ({ id, sizeBytes }) => {
			const asked = getJson(`${root}/api/show`, ports, { model: id });
			const shown = await withFallback(asked, {}, "a model without a description gets the defaults");
			const facts = isRecord(shown) ? shown : {};
			const info = isRecord(facts.model_info) ? facts.model_info : {};
			const modelWindow = windowOf(info);
			const window = options.native
				? Math.min(modelWindow ?? defaultReserved, windowInMemory(info, sizeBytes, memoryBytes) ?? defaultContext)
				: (modelWindow ?? defaultContext);
			const contextWindow = Number(env.OLLAMA_CONTEXT_LENGTH) || window;
			return { id, baseUrl: options.native ? root : `${root}/v1`, ...readAbilities(facts), ...limits(contextWindow) };
		}),
	);
}

function limits(contextWindow: number) {
	return { contextWindow, maxTokens: Math.min(defaultOutput, contextWindow) };
}

function readAbilities(facts: Record<string, unknown>) {
	const capabilities = Array.isArray(facts.capabilities) ? facts.capabilities : [];
	return {
		reasoning: capabilities.includes("thinking"),
		input: capabilities.includes("vision") ? (["text", "image"] as const) : (["text"] as const),
		...(capabilities.length > 0 && !capabilities.includes("tools") && { supportsTools: false }),
	};
}

function windowOf(info: Record<string, unknown>): number | undefined {
	return numberIn(info, ".context_length") ?? numberIn(info, ".num_ctx") ?? numberIn(info, ".context_window");
}

/** The part of the memory that a model and its context may take. */
const memoryShare = 0.5;
const leastWindow = 4096;
const bytesPerValue = 2;

/** How many tokens fit into the memory beside the model; `undefined` if the model does not say how large a token is. */
function windowInMemory(
	info: Record<string, unknown>,
	sizeBytes: number,
	memoryBytes: number | undefined,
): number | undefined {
	const layers = numberIn(info, ".block_count");
	const heads = numberIn(info, ".attention.head_count");
	const embedding = numberIn(info, ".embedding_length");
	const cachedHeads = numberIn(info, ".attention.head_count_kv") ?? heads;
	const headLength = heads && embedding ? embedding / heads : undefined;
	const keyLength = numberIn(info, ".attention.key_length") ?? headLength;
	const valueLength = numberIn(info, ".attention.value_length") ?? headLength;
	if (!memoryBytes || !layers || !cachedHeads || !keyLength || !valueLength) return undefined;
	const bytesPerToken = layers * cachedHeads * (keyLength + valueLength) * bytesPerValue;
	const tokens = (memoryBytes * memoryShare - sizeBytes) / bytesPerToken;
	return Math.max(leastWindow, Math.floor(tokens / 1024) * 1024);
}

function numberIn(info: Record<string, unknown>, ending: string): number | undefined {
	const value = Object.entries(info).find(([key]) => key.endsWith(ending))?.[1];
	return typeof value === "number" && value > 0 ? value : undefined;
}

function isThisMachine(root: string): boolean {
	const host = URL.parse(root)?.hostname;
	return host !== undefined && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);
}
