import { askCodex } from "../../web/api/ask-codex.ts";
import { askJson, ServiceError } from "../../web/api/ask-json.ts";
import { type Fields, fieldsOf, readList, textIn } from "../../web/api/json-fields.ts";
import {
	dataUrl,
	type ImagePorts,
	type ImageProvider,
	type ImageRequest,
	type ImageResponse,
	maxAnswerBytes,
} from "./image-provider.ts";

const model = "gpt-image-1";
const codexModel = "gpt-5.5";
const sizes: Readonly<Record<string, string>> = {
	"1:1": "1024x1024",
	"3:4": "1024x1536",
	"9:16": "1024x1536",
	"4:3": "1536x1024",
	"16:9": "1536x1024",
};

export const openai: ImageProvider = {
	id: "openai",
	name: "OpenAI",
	ownOf: ["openai"],
	isAvailable: ({ keys }) => keys.has("openai"),
	async generate(request, { http, keys }) {
		const { signal, inputs } = request;
		const found = await keys.find("openai", signal);
		if (!found) throw new ServiceError("no key", { status: 401 });
		const base = (found.baseUrl ?? "https://api.openai.com/v1").replace(/\/+$/, "");
		const headers = { authorization: `Bearer ${found.key}` };
		const isConfigured = found.baseUrl !== undefined;
		const common = { isConfigured, signal, maxBytes: maxAnswerBytes };
		const answer =
			inputs.length === 0
				? await askJson(http, {
						...common,
						url: `${base}/images/generations`,
						headers,
						body: { model, prompt: request.prompt, ...chooseSize(request) },
					})
				: await askJson(http, {
						...common,
						url: `${base}/images/edits`,
						...(await editForm(request, headers)),
					});
		return parseResponse(answer);
	},
};

/** A model of a ChatGPT plan with OpenAI's image tool. */
export const openaiCodex: ImageProvider = {
	id: "openai-codex",
	name: "Codex",
	ownOf: ["openai-codex"],
	isAvailable: ({ keys }) => keys.has("openai-codex"),
	generate: generateWithCodex,
};

function chooseSize({ size, aspectRatio }: ImageRequest): { size?: string } {
	const wanted = size ?? (aspectRatio && sizes[aspectRatio]);
	return wanted ? { size: wanted } : {};
}

async function editForm(request: ImageRequest, headers: Readonly<Record<string, string>>) {
	const form = new FormData();
	form.set("model", model);
	form.set("prompt", request.prompt);
	const { size } = chooseSize(request);
	if (size) form.set("size", size);
	for (const [index, { data, mimeType }] of request.inputs.entries()) {
		const name = `image-${index + 1}.${mimeType.replace("image/", "")}`;
		form.append("image[]", new Blob([Buffer.from(data, "base64")], { type: mimeType }), name);
	}
	// The boundary is in the type.
	const encoded = new Response(form);
	const type = encoded.headers.get("content-type") ?? "";
	return { headers: { ...headers, "content-type": type }, body: await encoded.bytes() };
}

function parseResponse(answer: Fields): ImageResponse {
	const results = readList(answer.data);
	const type = textIn(answer.output_format) ?? "png";
	const revised = results.map(({ revised_prompt: text }) => textIn(text)).find((text) => text !== undefined);
	const usage = fieldsOf(answer.usage);
	return {
		model,
		images: results.flatMap(({ b64_json: data }) =>
			textIn(data) ? [{ data: String(data), mimeType: `image/${type}` }] : [],
		),
		...(revised && { revisedPrompt: revised }),
		usage: { input: Number(usage.input_tokens) || 0, output: Number(usage.output_tokens) || 0 },
	};
}

async function generateWithCodex(request: ImageRequest, ports: ImagePorts): Promise<ImageResponse> {
	const images = request.inputs.map((input) => ({ type: "input_image", image_url: dataUrl(input) }));
	const events = await askCodex(ports, {
		signal: request.signal,
		maxBytes: maxAnswerBytes,
		body: {
			model: codexModel,
			instructions: "Make the image that the user describes with the image tool.",
			input: [{ role: "user", content: [{ type: "input_text", text: request.prompt }, ...images] }],
			tools: [{ type: "image_generation", ...chooseSize(request) }],
			tool_choice: { type: "image_generation" },
		},
	});
	const items = events.filter(({ type }) => type === "response.output_item.done").map(({ item }) => fieldsOf(item));
	const made = items.filter(({ type }) => type === "image_generation_call");
	const failed = events.find(({ type }) => type === "response.failed" || type === "error");
	if (failed && made.length === 0) {
		const error = fieldsOf(fieldsOf(failed.response).error ?? failed.error ?? failed);
		throw new ServiceError(`could not make an image: ${textIn(error.message) ?? "no reason given"}`);
	}
	const text = items
		.filter(({ type }) => type === "message")
		.flatMap(({ content }) => readList(content))
		.flatMap((part) => textIn(part.text) ?? [])
		.join("\n");
	const revised = made.map(({ revised_prompt: prompt }) => textIn(prompt)).find((prompt) => prompt !== undefined);
	return {
		model: codexModel,
		images: made.flatMap(({ result, output_format: format }) => {
			return textIn(result) ? [{ data: String(result), mimeType: `image/${textIn(format) ?? "png"}` }] : [];
		}),
		...(text && { responseText: text }),
		...(revised && { revisedPrompt: revised }),
	};
}
