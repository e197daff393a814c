import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ToolCallContext, ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { detectImageType, imageFacts } from "@oh-my-pi/pi-natives/image/image";
import { isAbort } from "@oh-my-pi/pi-utils/abort";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { atomicWrite } from "@oh-my-pi/pi-utils/files/atomic-write";
import { ServiceError } from "../web/api/ask-json.ts";
import type { GenerateImageDeps, GenerateImageParams } from "./generate-image.ts";
import { imagePrompt } from "./image-prompt.ts";
import { inputImages } from "./input-images.ts";
import type { GeneratedImage, ImageProvider, ImageRequest, ImageResponse } from "./providers/image-provider.ts";
import { imageProviders, otherImageProviders } from "./providers.ts";
import { imageProviderSettings } from "./settings.ts";

export interface GenerateImageDetails {
	readonly provider: string;
	readonly model: string;
	readonly imageCount: number;
	readonly imagePaths: readonly string[];
	readonly images: ReadonlyArray<{ readonly mimeType: string; readonly width: number; readonly height: number }>;
	readonly responseText?: string;
	readonly revisedPrompt?: string;
	readonly promptFeedback?: string;
	readonly usage?: Readonly<Record<string, number>>;
}

const timeoutMs = 3 * 60_000;
const onlyXai = ["3:2", "2:3"];

export async function executeGenerateImage(
	params: GenerateImageParams,
	call: Pick<ToolCallContext<GenerateImageDetails>, "signal">,
	deps: GenerateImageDeps,
): Promise<ToolOutput<GenerateImageDetails>> {
	if (params.subject.trim() === "") throw new ToolError("subject must not be empty");
	if (deps.keys.isCapped?.()) {
		throw new ToolError(
			"No image is generated while a budget is set: what it costs is not counted. The user can lift it with /budget.",
		);
	}
	const request: ImageRequest = {
		prompt: deps.hideSecrets?.(imagePrompt(params)) ?? imagePrompt(params),
		...(params.aspect_ratio && { aspectRatio: params.aspect_ratio }),
		...(params.image_size && { size: params.image_size }),
		inputs: await inputImages(params.input ?? [], deps, call.signal),
		signal: call.signal,
	};
	const providers = providersFor(params, deps);
	if (providers.length === 0) {
		throw new ToolError(
			"No image API credentials found. Set OPENAI_API_KEY, GEMINI_API_KEY, XAI_API_KEY or OPENROUTER_API_KEY, or log in with /login google-antigravity.",
		);
	}
	const failures: string[] = [];
	for (const provider of providers) {
		const objection = findObjection(provider, request);
		if (objection !== undefined) {
			failures.push(`${provider.name} ${objection}`);
			continue;
		}
		const signal = AbortSignal.any([call.signal, AbortSignal.timeout(timeoutMs)]);
		try {
			return await saved(provider, await provider.generate({ ...request, signal }, deps), deps);
		} catch (error) {
			call.signal.throwIfAborted();
			failures.push(failureText(provider, error));
		}
	}
	throw new ToolError(
		failures.length === 1 ? String(failures[0]) : `All image providers failed: ${failures.join("; ")}`,
	);
}

/** Those with credentials: the one of the call, of the settings, of the session's model, then all in order. */
function providersFor(params: GenerateImageParams, deps: GenerateImageDeps): readonly ImageProvider[] {
	const { settings, keys } = deps;
	const all = [...imageProviders, ...otherImageProviders];
	const preferred = settings.get(imageProviderSettings.image);
	const current = keys.sessionProvider();
	const sessionProviderIds = all
		.filter(({ ownOf }) => current !== undefined && ownOf.includes(current))
		.map(({ id }) => id);
	const ids = [
		...(params.provider && params.provider !== "auto" ? [params.provider] : []),
		...(preferred === "auto" ? [] : [preferred]),
		...settings.get(imageProviderSettings.imageOrder),
		...sessionProviderIds,
		...imageProviders.map(({ id }) => id),
	];
	return [...new Set(ids)].flatMap((id) => {
		const found = all.find((provider) => provider.id === id);
		return found?.isAvailable(deps) ? [found] : [];
	});
}

function findObjection(provider: ImageProvider, request: ImageRequest): string | undefined {
	const { aspectRatio } = request;
	if (aspectRatio !== undefined && onlyXai.includes(aspectRatio) && provider.id !== "xai") {
		return `has no aspect ratio ${aspectRatio}`;
	}
	return provider.objection?.(request);
}

function failureText({ name }: ImageProvider, error: unknown): string {
	if (isAbort(error)) return `${name} did not answer within ${timeoutMs / 60_000} minutes`;
	const message = errorMessage(error);
	const status = error instanceof ServiceError ? error.status : 0;
	if (status === 401 || status === 403)
		return `${name} authorization failed (${status})${message ? `: ${message}` : ""}`;
	return status >= 300 ? `${name} answered ${status}${message ? `: ${message}` : ""}` : `${name} ${message}`;
}

async function saved(
	provider: ImageProvider,
	response: ImageResponse,
	deps: GenerateImageDeps,
): Promise<ToolOutput<GenerateImageDetails>> {
	const { images, ...rest } = response;
	const files = await Promise.all(images.map((image) => save(image, deps.folder ?? tmpdir())));
	const details: GenerateImageDetails = {
		provider: provider.id,
		...rest,
		imageCount: files.length,
		imagePaths: files.map(({ path }) => path),
		images: files.map(({ mimeType, width, height }) => ({ mimeType, width, height })),
	};
	const by = `${provider.name} (${response.model})`;
	const made = files.map(({ path, width, height }) => `${path} (${width}x${height})`);
	const lines = [
		files.length === 0
			? `${by} made no image.`
			: `${by} made ${files.length === 1 ? "an image" : `${files.length} images`}:`,
		...made,
		...(response.promptFeedback ? [`Reason: ${response.promptFeedback}`] : []),
		...(response.revisedPrompt ? [`Prompt used: ${response.revisedPrompt}`] : []),
		...(response.responseText ? [response.responseText] : []),
	];
	const text = { type: "text" as const, text: lines.join("\n") };
	const blocks = files.map(({ data, mimeType }) => ({ type: "image" as const, data, mimeType }));
	return { content: deps.images.blocked ? [text] : [text, ...blocks], details };
}

/** The type is found by the content: providers name it wrongly. */
async function save(image: GeneratedImage, folder: string) {
	const bytes = Buffer.from(image.data, "base64");
	const mimeType = detectImageType(bytes) ?? image.mimeType;
	const facts = await imageFacts(bytes).catch(() => {
		throw new ServiceError("answered with something that is not an image");
	});
	const path = join(
		folder,
		`omp-image-${crypto.randomUUID().slice(0, 8)}.${mimeType.replace(/^image\//, "").replace("jpeg", "jpg")}`,
	);
	await atomicWrite(path, bytes);
	return { path, mimeType, width: facts.width, height: facts.height, data: bytes.toString("base64") };
}
