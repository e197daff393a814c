import { type Model, selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { RequestError } from "../formats/format.ts";
import { isAnthropicClient } from "./service-errors.ts";

/** Nobody knows when a model was made; Anthropic's API then says this. */
const unknownDate = "1970-01-01T00:00:00Z";

/** All models, in the form of the client's API. */
export function modelList(models: readonly Model[], { headers }: Request, { searchParams }: URL): unknown {
	if (isAnthropicClient(headers)) return anthropicPage(models, searchParams);
	return { object: "list", data: models.map(openaiModel) };
}

export function modelFacts(model: Model, { headers }: Request): unknown {
	return isAnthropicClient(headers) ? anthropicModel(model) : openaiModel(model);
}

function openaiModel(model: Model): unknown {
	const { provider, api, name, reasoning, input, contextWindow, maxTokens } = model;
	return {
		...{ id: selectorOf(model), object: "model", created: 0, owned_by: provider, api },
		context_length: contextWindow,
		omp: { name, reasoning, input, maxTokens },
	};
}

function anthropicModel(model: Model): unknown {
	const { name, contextWindow, maxTokens } = model;
	return {
		...{ type: "model", id: selectorOf(model), display_name: name, created_at: unknownDate },
		...{ max_input_tokens: contextWindow, max_tokens: maxTokens },
	};
}

/** All at once, unless a limit asks for pages. */
function anthropicPage(models: readonly Model[], params: URLSearchParams): unknown {
	const limit = readLimit(params.get("limit")) ?? models.length;
	const place = (name: string) => {
		const id = params.get(name);
		return id === null ? -1 : models.findIndex((model) => selectorOf(model) === id);
	};
	const after = place("after_id");
	const before = place("before_id");
	const isBackwards = before !== -1 && after === -1;
	const start = isBackwards ? Math.max(0, before - limit) : after + 1;
	const end = isBackwards ? before : Math.min(models.length, start + limit);
	const page = models.slice(start, end);
	const [first, last] = [page[0], page.at(-1)];
	return {
		data: page.map(anthropicModel),
		has_more: isBackwards ? start > 0 : end < models.length,
		first_id: first ? selectorOf(first) : null,
		last_id: last ? selectorOf(last) : null,
	};
}

function readLimit(text: string | null): number | undefined {
	if (text === null) return undefined;
	const limit = Number(text);
	if (Number.isInteger(limit) && limit >= 1 && limit <= 1000) return limit;
	throw new RequestError("limit: expected a number from 1 to 1000");
}
