import { fromBase64Url } from "@oh-my-pi/pi-utils/bytes/base64url";
import { importSealKey, openBytes } from "@oh-my-pi/pi-utils/bytes/seal-bytes";
import { isGist } from "../protocol/gist-id.ts";
import { find, make } from "./dom.ts";
import { drawMarkdown } from "./markdown.ts";
import { readParts, readText, type ShownMessage } from "./message.ts";

const maxSessionBytes = 200 * 1024 * 1024;

interface SealedSession {
	readonly entries?: ReadonlyArray<{
		readonly id: string;
		readonly message?: ShownMessage;
		readonly content?: unknown;
		readonly summary?: string;
	}>;
	readonly subSessions?: Readonly<Record<string, SealedSession>>;
}

/** Fetches the sealed session, opens it with the key in the fragment, and hands it to the page of exported sessions. */
async function show(): Promise<void> {
	const [, key = ""] = location.hash.split("#");
	const [, , id = ""] = location.pathname.split("/");
	if (!("subtle" in crypto)) throw new Error("This browser decrypts only on pages with TLS (https) or on localhost.");
	const secret = fromBase64Url(key);
	if (secret?.length !== 32) throw new Error("The link is incomplete: the key behind # is missing. Copy it once more.");
	const text = await open(await (isGist(id) ? fetchGist(id) : fetchStored(id)), secret);
	const session = JSON.parse(text) as SealedSession;
	const subSessions = Object.entries(session.subSessions ?? {}).map(([name, sub]) => [name, render(sub)]);
	find("session-data").textContent = toBase64(text);
	find("session-html").textContent = toBase64(
		JSON.stringify(Object.fromEntries([["", render(session)], ...subSessions])),
	);
	document.body.append(make("script", { src: "/session.js" }));
}

/** A session on this server. */
async function fetchStored(id: string): Promise<Uint8Array<ArrayBuffer>> {
	const response = await fetch(`/s/${encodeURIComponent(id)}/raw`);
	if (!response.ok) throw new Error("There is no such session here. It may be too old.");
	return new Uint8Array(await response.arrayBuffer());
}

/** A session in a gist; the browser asks GitHub for it. */
async function fetchGist(id: string): Promise<Uint8Array<ArrayBuffer>> {
	const response = await fetch(`https://api.github.com/gists/${id}`);
	if (!response.ok) throw new Error(`GitHub has no such gist, or does not give it now (status ${response.status}).`);
	const { files } = (await response.json()) as { readonly files?: Readonly<Record<string, GistFile>> };
	const { content = "", truncated, raw_url: address = "" } = files?.["session.ompshare.txt"] ?? {};
	// The page may fetch from no other place.
	const text = truncated ? await (await fetch(address)).text() : content;
	const bytes = text === "" ? undefined : fromBase64Url(text.trim());
	if (bytes === undefined) throw new Error("There is no session in this gist.");
	return bytes;
}

interface GistFile {
	readonly content?: string;
	readonly truncated?: boolean;
	readonly raw_url?: string;
}

async function open(sealed: Uint8Array<ArrayBuffer>, secret: Uint8Array<ArrayBuffer>): Promise<string> {
	const opened = await openBytes(await importSealKey(secret), sealed).catch(() => {
		throw new Error("The key in the link does not open this session. Copy the link once more.");
	});
	const chunks: BlobPart[] = [];
	let size = 0;
	const reader = new Blob([opened]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return new Blob(chunks).text();
		size += value.length;
		if (size > maxSessionBytes) throw new Error("The session is too large for a browser.");
		chunks.push(value);
	}
}

/** HTML by the place of its text, as exported pages have it; made here, so that a session brings no markup of its own. */
function render({ entries = [] }: SealedSession): Readonly<Record<string, string>> {
	const texts = entries.flatMap(({ id, message, content, summary }): Array<readonly [string, string]> => {
		if (message?.role === "assistant")
			return readParts(message.content).map((part, index) => {
				const { text, thinking } = part as { readonly text?: string; readonly thinking?: string };
				return [`${id}:${index}`, text ?? thinking ?? ""];
			});
		return [[id, message ? readText(message.content) : (summary ?? readText(content))]];
	});
	return Object.fromEntries(texts.map(([place, text]) => [place, make("div", {}, ...drawMarkdown(text)).innerHTML]));
}

function toBase64(text: string): string {
	let binary = "";
	for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
	return btoa(binary);
}

show().catch((error: unknown) => {
	const text = error instanceof Error ? error.message : String(error);
	find("messages").replaceChildren(make("p", { role: "alert" }, text));
});
