import { ask, askJson, eventsIn, ServiceError, textOf } from "../../web/api/ask-json.ts";
import { codeAssistKey } from "../../web/api/code-assist-key.ts";
import { type Fields, fieldsOf, readList, textIn } from "../../web/api/json-fields.ts";
import {
	type GeneratedImage,
	type ImageProvider,
	type ImageRequest,
	type ImageResponse,
	maxAnswerBytes,
} from "./image-provider.ts";

const model = "gemini-2.5-flash-image";
const antigravityModel = "gemini-3-pro-image";

export const gemini: ImageProvider = {
	id: "gemini",
	name: "Gemini",
	ownOf: ["google"],
	isAvailable: ({ keys }) => keys.has("google"),
	async generate(request, { http, keys }) {
		const found = await keys.find("google", request.signal);
		if (!found) throw new ServiceError("no key", { status: 401 });
		const base = found.baseUrl ?? "https://generativelanguage.googleapis.com/v1beta";
		const answer = await askJson(http, {
			url: `${base}/models/${model}:generateContent`,
			headers: { "x-goog-api-key": found.key },
			body: buildBody(request),
			signal: request.signal,
			maxBytes: maxAnswerBytes,
			isConfigured: found.baseUrl !== undefined,
		});
		return parseResponse([answer], model);
	},
};

/** Images of a Google account. */
export const antigravity: ImageProvider = {
	id: "antigravity",
	name: "Antigravity",
	ownOf: ["google-antigravity"],
	isAvailable: ({ keys }) => keys.has("google-antigravity"),
	async generate(request, { http, keys }) {
		const found = await keys.find("google-antigravity", request.signal);
		if (!found) throw new ServiceError("no login", { status: 401 });
		const { token, project } = codeAssistKey(found.key, found.projectId);
		const base = found.baseUrl ?? "https://daily-cloudcode-pa.googleapis.com";
		const answer = await ask(http, {
			url: `${base}/v1internal:streamGenerateContent?alt=sse`,
			headers: { authorization: `Bearer ${token}`, accept: "text/event-stream" },
			body: { model: antigravityModel, ...(project && { project }), request: buildBody(request) },
			signal: request.signal,
			maxBytes: maxAnswerBytes,
			isConfigured: found.baseUrl !== undefined,
		});
		const chunks = eventsIn(textOf(answer)).map((event) => fieldsOf(event.response ?? event));
		return parseResponse(chunks, antigravityModel);
	},
};

function buildBody({ prompt, inputs, aspectRatio }: ImageRequest): object {
	const images = inputs.map(({ data, mimeType }) => ({ inlineData: { mimeType, data } }));
	return {
		contents: [{ role: "user", parts: [{ text: prompt }, ...images] }],
		generationConfig: {
			responseModalities: ["TEXT", "IMAGE"],
			...(aspectRatio && { imageConfig: { aspectRatio } }),
		},
	};
}

function parseResponse(chunks: readonly Fields[], usedModel: string): ImageResponse {
	const candidates = chunks.flatMap((chunk) => readList(chunk.candidates));
	const parts = candidates
		.flatMap(({ content }) => readList(fieldsOf(content).parts))
		.filter(({ thought }) => thought !== true);
	const images = parts.flatMap(({ inlineData }): GeneratedImage[] => {
		const { data, mimeType } = fieldsOf(inlineData);
		return textIn(data) ? [{ data: String(data), mimeType: textIn(mimeType) ?? "image/png" }] : [];
	});
	const text = parts
		.map((part) => (typeof part.text === "string" ? part.text : ""))
		.join("")
		.trim();
	const refused =
		chunks.map((chunk) => textIn(fieldsOf(chunk.promptFeedback).blockReason)).find(Boolean) ??
		candidates
			.map(({ finishReason }) => textIn(finishReason))
			.find((reason) => reason !== undefined && reason !== "STOP");
	const usage = fieldsOf(chunks.findLast(({ usageMetadata }) => usageMetadata)?.usageMetadata);
	return {
		model: usedModel,
		images,
		...(text && { responseText: text }),
		...(refused && images.length === 0 && { promptFeedback: refused }),
		usage: { input: Number(usage.promptTokenCount) || 0, output: Number(usage.candidatesTokenCount) || 0 },
	};
}
