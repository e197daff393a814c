import type { KeyService } from "../../services/key-service.ts";
import type { HttpPort } from "../../web/api/http-port.ts";

export interface InputImage {
	/** Base64. */
	readonly data: string;
	readonly mimeType: string;
}

export interface ImageRequest {
	readonly prompt: string;
	readonly aspectRatio?: string;
	/** `1024x1536` */
	readonly size?: string;
	readonly inputs: readonly InputImage[];
	readonly signal: AbortSignal;
}

export interface GeneratedImage {
	/** Base64. */
	readonly data: string;
	readonly mimeType: string;
}

export interface ImageResponse {
	readonly model: string;
	readonly images: readonly GeneratedImage[];
	readonly responseText?: string;
	readonly revisedPrompt?: string;
	/** Why the provider made nothing. */
	readonly promptFeedback?: string;
	readonly usage?: Readonly<Record<string, number>>;
}

export interface ImagePorts {
	readonly http: HttpPort;
	readonly keys: KeyService;
}

export interface ImageProvider {
	readonly id: string;
	readonly name: string;
	/** Model providers whose sessions use this one first. */
	readonly ownOf: readonly string[];
	isAvailable(ports: ImagePorts): boolean;
	/** Why it cannot do this; `undefined` when it can. */
	objection?(request: ImageRequest): string | undefined;
	generate(request: ImageRequest, ports: ImagePorts): Promise<ImageResponse>;
}

/** Images with their encoding are large. */
export const maxAnswerBytes = 64 * 1024 * 1024;

export function dataUrl({ mimeType, data }: InputImage): string {
	return `data:${mimeType};base64,${data}`;
}

/** From `data:image/png;base64,…`; `undefined` for other addresses. */
export function fromDataUrl(url: string): InputImage | undefined {
	const match = /^data:([\w.+/-]+);base64,([\s\S]+)$/.exec(url.trim());
	return match?.[1] && match[2] ? { mimeType: match[1], data: match[2].replace(/\s+/g, "") } : undefined;
}
