import { askJson, ServiceError } from "../../web/api/ask-json.ts";
import { readList, textIn } from "../../web/api/json-fields.ts";
import { dataUrl, type ImageProvider, maxAnswerBytes } from "./image-provider.ts";

const model = "grok-imagine-image";
const maxInputs = 3;
const providers = ["xai", "xai-oauth"];

export const xai: ImageProvider = {
	id: "xai",
	name: "xAI",
	ownOf: providers,
	isAvailable: ({ keys }) => providers.some(keys.has),
	objection: ({ inputs }) => (inputs.length > maxInputs ? `takes at most ${maxInputs} input images` : undefined),
	async generate(request, { http, keys }) {
		const { prompt, aspectRatio, inputs, signal } = request;
		const found = await keys.find(providers.find(keys.has) ?? "xai", signal);
		if (!found) throw new ServiceError("no key", { status: 401 });
		const images = inputs.map((input) => ({ url: dataUrl(input) }));
		const base = (found.baseUrl ?? "https://api.x.ai/v1").replace(/\/+$/, "");
		const answer = await askJson(http, {
			url: `${base}/images/${images.length > 0 ? "edits" : "generations"}`,
			headers: { authorization: `Bearer ${found.key}` },
			body: {
				model,
				prompt,
				n: 1,
				response_format: "b64_json",
				...(aspectRatio && { aspect_ratio: aspectRatio }),
				...(images.length === 1 && { image: images[0] }),
				...(images.length > 1 && { images }),
			},
			signal,
			maxBytes: maxAnswerBytes,
			isConfigured: found.baseUrl !== undefined,
		});
		const results = readList(answer.data);
		const revised = results.map(({ revised_prompt: text }) => textIn(text)).find((text) => text !== undefined);
		return {
			model,
			// The type is found by the content.
			images: results.flatMap(({ b64_json: data }) => {
				const encoded = textIn(data)?.replace(/^data:[^,]*,/, "");
				return encoded ? [{ data: encoded, mimeType: "image/jpeg" }] : [];
			}),
			...(revised && { revisedPrompt: revised }),
		};
	},
};
