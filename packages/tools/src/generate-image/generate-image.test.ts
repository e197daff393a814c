import { expect, test } from "bun:test";
import { solidPng } from "@oh-my-pi/pi-natives/testing/png";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import { testServices, testSettings } from "@oh-my-pi/pi-testkit/fakes/tool-services";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { ProviderKey } from "../services/key-service.ts";
import { fakeKeys, fakeService, type Reply } from "../web/api/testing/fake-service.ts";
import { type GenerateImageDeps, type GenerateImageParams, generateImageTool } from "./generate-image.ts";

const png = solidPng(30, 20);
const data = Buffer.from(png).toString("base64");

const openaiReply: Reply = {
	body: {
		created: 1,
		data: [{ b64_json: data, revised_prompt: "A red cat" }],
		usage: { input_tokens: 5, output_tokens: 9 },
	},
};
const geminiReply: Reply = {
	body: {
		candidates: [
			{
				content: { role: "model", parts: [{ text: "Here." }, { inlineData: { mimeType: "image/png", data } }] },
				finishReason: "STOP",
			},
		],
		usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 1290 },
	},
};

const key = (name: string, isLogin = false): ProviderKey => ({ key: name, isLogin });

interface Place {
	readonly keys?: Readonly<Record<string, ProviderKey>>;
	readonly settings?: Readonly<Record<string, unknown>>;
	readonly sessionProvider?: string;
	readonly isCapped?: boolean;
	readonly deps?: Partial<GenerateImageDeps>;
}

async function generating(replies: Readonly<Record<string, Reply | readonly Reply[]>>, place: Place = {}) {
	const project = await workspace({ "in.png": png, "notes.txt": "no image" });
	const services = testServices(project.path);
	const { http, sent } = fakeService(replies);
	const tool = generateImageTool({
		...services,
		settings: testSettings(place.settings),
		keys: {
			...fakeKeys({}, place.keys),
			sessionProvider: () => place.sessionProvider,
			isCapped: () => place.isCapped ?? false,
		},
		http,
		folder: project.path,
		...place.deps,
	});
	return {
		project,
		sent,
		hosts: () => sent.map(({ url }) => new URL(url).host),
		run: (params: GenerateImageParams) => runTool(tool, params),
		[Symbol.asyncDispose]: () => project[Symbol.asyncDispose](),
	};
}

verifies("tools-code-web:generate-image:providers", async () => {
	const keys = { openai: key("ok"), xai: key("xk"), google: key("gk"), openrouter: key("rk") };
	const replies = {
		"api.openai.com": { status: 500, body: { error: { message: "overloaded" } } },
		"api.x.ai": { status: 403, body: { error: "no credits" } },
		"generativelanguage.googleapis.com": geminiReply,
	} as const;
	await using at = await generating(replies, { keys });
	const { content, details } = await at.run({ subject: "a cat", style: "woodcut", text: "MEOW", aspect_ratio: "16:9" });
	expect(at.hosts()).toEqual(["api.openai.com", "api.x.ai", "generativelanguage.googleapis.com"]);
	const [path = ""] = details?.imagePaths ?? [];
	expect(path).toMatch(/\/omp-image-[\w-]+\.png$/);
	expect(await Bun.file(path).bytes()).toEqual(new Uint8Array(png));
	expect(details).toEqual({
		provider: "gemini",
		model: "gemini-2.5-flash-image",
		imageCount: 1,
		imagePaths: [path],
		images: [{ mimeType: "image/png", width: 30, height: 20 }],
		responseText: "Here.",
		usage: { input: 4, output: 1290 },
	});
	expect(content).toEqual([
		{ type: "text", text: `Gemini (gemini-2.5-flash-image) made an image:\n${path} (30x20)\nHere.` },
		{ type: "image", data, mimeType: "image/png" },
	]);
	expect(at.sent[2]).toMatchObject({
		headers: { "x-goog-api-key": "gk" },
		body: {
			contents: [{ parts: [{ text: 'a cat\nStyle: woodcut\nText in the image, exactly: "MEOW"' }] }],
			generationConfig: { imageConfig: { aspectRatio: "16:9" } },
		},
	});
	// The call, the setting and the session's own provider go first, in this order.
	const first = async (params: Partial<GenerateImageParams>, place: Place) => {
		const everywhere = { status: 500, body: "" };
		const hosts = ["api.openai.com", "api.x.ai", "generativelanguage.googleapis.com", "openrouter.ai"];
		await using again = await generating(Object.fromEntries(hosts.map((host) => [host, everywhere])), {
			keys,
			...place,
		});
		await again.run({ subject: "x", ...params }).catch(() => undefined);
		return again.hosts();
	};
	const google = "generativelanguage.googleapis.com";
	expect(
		await first(
			{ provider: "openrouter" },
			{ settings: { "providers.image": "gemini" }, sessionProvider: "xai-oauth" },
		),
	).toEqual(["openrouter.ai", google, "api.x.ai", "api.openai.com"]);
	// A provider without credentials is skipped.
	expect((await first({ provider: "antigravity" }, {}))[0]).toBe("api.openai.com");
	// Only xAI has this form.
	expect(await first({ aspect_ratio: "3:2" }, {})).toEqual(["api.x.ai"]);
});

test("generate_image: each provider gets its request and is understood", async () => {
	const input = [{ path: "in.png" }, { data: `data:image/png;base64,${data}` }];
	const only = async (provider: string, host: string, reply: Reply, params: Partial<GenerateImageParams> = {}) => {
		const ids = {
			openai: key("ok"),
			"openai-codex": { ...key("jwt", true), accountId: "acc" },
			xai: key("xk"),
			openrouter: key("rk"),
			"google-antigravity": key('{"token":"tok","projectId":"p1"}', true),
		};
		await using at = await generating({ [host]: reply }, { keys: ids });
		const { details } = await at.run({ subject: "a cat", provider: provider as "openai", ...params });
		expect(details).toMatchObject({ provider, imageCount: 1 });
		return { request: at.sent[0], details };
	};
	const openai = await only("openai", "api.openai.com", openaiReply, { aspect_ratio: "9:16" });
	expect(openai.request).toMatchObject({
		url: "https://api.openai.com/v1/images/generations",
		headers: { authorization: "Bearer ok" },
		body: { model: "gpt-image-1", prompt: "a cat", size: "1024x1536" },
	});
	expect(openai.details).toMatchObject({ revisedPrompt: "A red cat", usage: { input: 5, output: 9 } });
	const edit = await only("openai", "api.openai.com", openaiReply, { input, changes: ["make it blue"] });
	expect(edit.request?.url).toBe("https://api.openai.com/v1/images/edits");
	expect(edit.request?.headers["content-type"]).toStartWith("multipart/form-data; boundary=");

	const event = {
		type: "response.output_item.done",
		item: { type: "image_generation_call", result: data, revised_prompt: "r", output_format: "png" },
	};
	const codex = await only(
		"openai-codex",
		"chatgpt.com",
		{ body: `data: ${JSON.stringify(event)}\n\n` },
		{ input, image_size: "1536x1024" },
	);
	expect(codex.request).toMatchObject({
		url: "https://chatgpt.com/backend-api/codex/responses",
		headers: { authorization: "Bearer jwt", "chatgpt-account-id": "acc" },
		body: {
			tools: [{ type: "image_generation", size: "1536x1024" }],
			input: [{ content: [{ type: "input_text" }, { type: "input_image" }, { type: "input_image" }] }],
		},
	});

	const xai = await only("xai", "api.x.ai", { body: { data: [{ b64_json: data }] } }, { aspect_ratio: "3:2" });
	expect(xai.request).toMatchObject({
		url: "https://api.x.ai/v1/images/generations",
		body: { model: "grok-imagine-image", response_format: "b64_json", aspect_ratio: "3:2" },
	});
	const xaiEdit = await only("xai", "api.x.ai", { body: { data: [{ b64_json: data }] } }, { input });
	expect(xaiEdit.request).toMatchObject({ url: "https://api.x.ai/v1/images/edits", body: { images: [{}, {}] } });

	const images = [{ type: "image_url", image_url: { url: `data:image/png;base64,${data}` } }];
	const openrouter = await only(
		"openrouter",
		"openrouter.ai",
		{ body: { choices: [{ message: { content: "Ok", images } }] } },
		{ input },
	);
	expect(openrouter.request).toMatchObject({
		url: "https://openrouter.ai/api/v1/chat/completions",
		body: {
			modalities: ["image", "text"],
			messages: [{ content: [{ type: "text" }, { type: "image_url" }, { type: "image_url" }] }],
		},
	});

	const wrapped = { body: `data: ${JSON.stringify({ response: (geminiReply as { body: object }).body })}\n\n` };
	const antigravity = await only("antigravity", "daily-cloudcode-pa.googleapis.com", wrapped);
	expect(antigravity.request).toMatchObject({
		url: "https://daily-cloudcode-pa.googleapis.com/v1internal:streamGenerateContent?alt=sse",
		headers: { authorization: "Bearer tok" },
		body: { project: "p1", model: "gemini-3-pro-image" },
	});
});

test("generate_image: an answer without an image is a result, and nonsense leads to the next provider", async () => {
	const refused: Reply = { body: { promptFeedback: { blockReason: "PROHIBITED_CONTENT" } } };
	await using at = await generating({ "generativelanguage.googleapis.com": refused }, { keys: { google: key("k") } });
	const { content, details } = await at.run({ subject: "x" });
	expect(content).toEqual([
		{ type: "text", text: "Gemini (gemini-2.5-flash-image) made no image.\nReason: PROHIBITED_CONTENT" },
	]);
	expect(details).toMatchObject({ imageCount: 0, imagePaths: [], promptFeedback: "PROHIBITED_CONTENT" });
	const nonsense: Reply = { body: { data: [{ b64_json: "bm90IGFuIGltYWdl" }] } };
	await using next = await generating(
		{ "api.openai.com": nonsense, "openrouter.ai": { status: 429, body: { error: { message: "slow down" } } } },
		{ keys: { openai: key("k"), openrouter: key("k") } },
	);
	expect(next.run({ subject: "x" })).rejects.toThrow(
		"All image providers failed: OpenAI answered with something that is not an image; OpenRouter answered 429: slow down",
	);
});

verifies("tools-code-web:generate-image:no-credentials", async () => {
	await using at = await generating({});
	expect(at.run({ subject: "x" })).rejects.toThrow("No image API credentials found");
	expect(at.sent).toEqual([]);
});

test("generate_image: inputs are checked before anything is sent", async () => {
	await using at = await generating({}, { keys: { xai: key("k") } });
	const problem = (input: NonNullable<GenerateImageParams["input"]>) =>
		at.run({ subject: "x", input }).then(
			() => "no problem",
			(error: Error) => error.message,
		);
	expect(await problem([{}])).toBe("Each input needs either path or data");
	expect(await problem([{ path: "notes.txt" }])).toBe("Not a PNG, JPEG, GIF or WebP image: notes.txt");
	expect(await problem([{ data }])).toBe("input.data without a data URL needs mime_type");
	expect(await problem([{ data: "not base64!", mime_type: "image/png" }])).toBe("input.data is not base64");
	expect(await problem([{ path: "image://1" }])).toContain("the user has attached no images");
	const many = Array.from({ length: 4 }, () => ({ path: "in.png" }));
	expect(await problem(many)).toBe("xAI takes at most 3 input images");
	expect(at.sent).toEqual([]);
});

test("generate_image: the image itself stays here when images are blocked", async () => {
	const services = testServices("/");
	await using at = await generating(
		{ "api.openai.com": openaiReply },
		{ keys: { openai: key("k") }, deps: { images: { ...services.images, blocked: true } } },
	);
	const { content } = await at.run({ subject: "x" });
	expect(Array.isArray(content) && content.map(({ type }) => type)).toEqual(["text"]);
});

test("no image is generated while a budget is set", async () => {
	await using at = await generating({}, { keys: { openai: { key: "k", isLogin: false } }, isCapped: true });
	await expect(at.run({ subject: "x" })).rejects.toThrow("No image is generated while a budget is set");
	expect(at.sent).toEqual([]);
});
