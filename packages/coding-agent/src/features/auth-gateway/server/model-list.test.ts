import { expect, test } from "bun:test";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { modelList } from "./model-list.ts";

const models = ["a", "b", "c", "d"].map(
	(id) => ({ id, name: id.toUpperCase(), provider: "p", contextWindow: 100, maxTokens: 10 }) as Model,
);

function page(query: string): unknown {
	const url = new URL(`http://localhost/v1/models${query}`);
	const headers = { "anthropic-version": "2023-06-01" };
	const { data, ...more } = modelList(models, new Request(url, { headers }), url) as { data: Array<{ id: string }> };
	return { ids: data.map(({ id }) => id).join(" "), ...more };
}

test("model list: Anthropic's form gives all models, or the page that is asked for", () => {
	const all = { ids: "p/a p/b p/c p/d", has_more: false, first_id: "p/a", last_id: "p/d" };
	expect(page("")).toEqual(all);
	expect(page("?limit=1000")).toEqual(all);
	expect(page("?limit=3")).toEqual({ ids: "p/a p/b p/c", has_more: true, first_id: "p/a", last_id: "p/c" });
	expect(page("?limit=3&after_id=p/c")).toEqual({ ids: "p/d", has_more: false, first_id: "p/d", last_id: "p/d" });
	expect(page("?limit=2&before_id=p/d")).toEqual({ ids: "p/b p/c", has_more: true, first_id: "p/b", last_id: "p/c" });
	expect(page("?after_id=p/d")).toEqual({ ids: "", has_more: false, first_id: null, last_id: null });
	expect(() => page("?limit=0")).toThrow("limit: expected a number from 1 to 1000");
});

test("model list: a model in Anthropic's form has a name, a date and its limits", () => {
	const url = new URL("http://localhost/v1/models?limit=1");
	const request = new Request(url, { headers: { "anthropic-version": "2023-06-01" } });
	expect(modelList(models, request, url)).toMatchObject({
		data: [
			{
				type: "model",
				id: "p/a",
				display_name: "A",
				created_at: "1970-01-01T00:00:00Z",
				max_input_tokens: 100,
				max_tokens: 10,
			},
		],
	});
});
