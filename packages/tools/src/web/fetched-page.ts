import type { ImageService } from "../services/services.ts";
import type { WebAccess, WebAnswer } from "../services/web-access.ts";

/** What became of an address. */
export interface FetchedPage {
	/** After redirects. */
	readonly url: string;
	readonly contentType: string;
	/** How the text was made; `failed` when there is none. */
	readonly method: string;
	readonly notes: readonly string[];
	readonly text: string;
	readonly image?: { readonly data: string; readonly mimeType: string };
}

export type HtmlBackend = "auto" | "native" | "trafilatura" | "lynx" | "parallel" | "jina";

/** What the steps of a fetch share. */
export interface PageFetch {
	/** As it was asked for. */
	readonly url: URL;
	readonly web: WebAccess;
	readonly backend: HtmlBackend;
	readonly images: ImageService;
	/** Ends when the user does, or the time is up. */
	readonly signal: AbortSignal;
	/** One request; throws as `WebAccess.fetch` does. */
	get(url: string, options?: GetOptions): Promise<WebAnswer>;
}

export interface GetOptions {
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
	readonly timeoutMs?: number;
	readonly maxBytes?: number;
}

/** In lower case and without parameters; nothing for what is no type. */
export function parseContentType({ headers }: WebAnswer): string {
	const [type = ""] = (headers.get("content-type") ?? "").split(";");
	return /^\s*[\w.+-]{1,80}\/[\w.+-]{1,80}\s*$/.test(type) ? type.trim().toLowerCase() : "";
}

/** Less text than this says nothing. */
const minText = 60;
/** With less than this it is worth to look for more. */
const poorText = 200;

export function isEmptyText(text: string): boolean {
	return text.trim().length < minText;
}

export function isPoorText(text: string): boolean {
	return text.trim().length < poorText;
}

export function looksLikeHtml(text: string): boolean {
	return /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(text.slice(0, 2000));
}
