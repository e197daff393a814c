import { askJson, ServiceError } from "../../web/api/ask-json.ts";
import { fieldsOf, readList, textIn } from "../../web/api/json-fields.ts";
import { dataUrl, fromDataUrl, type ImageProvider, maxAnswerBytes } from "./image-provider.ts";

const model = "google/gemini-2.5-flash-image";

export const openrouter: ImageProvider = {
	id: "openrouter",
	name: "OpenRouter",
	ownOf: ["openrouter"],
	isAvailable: ({ keys }) => keys.has("openrouter"),
	async generate(request, { http, keys }) {
		const { prompt, inputs, aspectRatio, signal } = request;
		const found = await keys.find("openrouter", signal);
		if (!found) throw new ServiceError("no key", { status: 401 });
		const images = inputs.map((input) => ({ type: "image_url", image_url: { url: dataUrl(input) } }));
		const answer = await askJson(http, {
			url: `${(found.baseUrl ?? "https://openrouter.ai/api/v1").replace(/\/+$/, "")}/chat/completions`,
			headers: { authorization: `Bearer ${found.key}` },
			body: {
				model,
				modalities: ["image", "text"],
				messages: [{ role: "user", content: [{ type: "text", text: prompt }, ...images] }],
				...(aspectRatio && { image_config: { aspect_ratio: aspectRatio } }),
			},
			signal,
			maxBytes: maxAnswerBytes,
			isConfigured: found.baseUrl !== undefined,
		});
		const message = fieldsOf(readList(answer.choices)[0]?.message);
		const text = textIn(message.content);
		const usage = fieldsOf(answer.usage);
		return {
			model,
			images: readList(message.images).flatMap((image) => {
				const url = textIn(fieldsOf(image.image_url).url);
				return (url && fromDataUrl(url)) || [];
			}),
			...(text && { responseText: text }),
			usage: { input: Number(usage.prompt_tokens) || 0, output: Number(usage.completion_tokens) || 0 },
		};
	},
};
