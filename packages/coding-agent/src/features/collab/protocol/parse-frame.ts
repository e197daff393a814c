import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { ControlFrame, GuestFrame, HostControlFrame, HostFrame, PromptImage } from "./frames.ts";
import { maxNameCharacters, maxPromptCharacters, maxPromptImageBytes } from "./limits.data.ts";

/** A guest's frame; `undefined` for anything that is none. A guest is believed nothing. */
export function parseGuestFrame(value: unknown): GuestFrame | undefined {
	if (!isRecord(value)) return undefined;
	const { t, reqId, agentId, text } = value;
	switch (t) {
		case "hello":
			return parseHello(value);
		case "prompt": {
			if (typeof text !== "string" || text.length > maxPromptCharacters) return undefined;
			const images = parseImages(value.images);
			if (images === undefined || (text.trim() === "" && images.length === 0)) return undefined;
			return { t, text, images };
		}
		case "abort":
			return { t };
		case "ui-response":
			return typeof reqId !== "string" ? undefined : { t, reqId, value: stringOr(value.value) };
		case "agent-cmd": {
			const { cmd } = value;
			if ((cmd !== "chat" && cmd !== "kill" && cmd !== "revive") || typeof agentId !== "string") return undefined;
			return { t, cmd, agentId, text: stringOr(text) };
		}
		case "fetch-transcript": {
			const { fromByte } = value;
			if (typeof reqId !== "string" || typeof agentId !== "string") return undefined;
			return { t, reqId, agentId, fromByte: Number.isSafeInteger(fromByte) ? Math.max(0, fromByte as number) : 0 };
		}
		default:
			return undefined;
	}
}

function parseHello({ proto, name, writeToken, since }: Readonly<Record<string, unknown>>): GuestFrame | undefined {
	if (typeof proto !== "number") return undefined;
	const place =
		isRecord(since) && typeof since.session === "string" && typeof since.entry === "string"
			? { session: since.session, entry: since.entry }
			: undefined;
	return { t: "hello", proto, name: cleanName(name), writeToken: stringOr(writeToken), since: place };
}

/** Control and direction characters. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** One line without control characters. */
export function cleanName(name: unknown): string {
	const text = typeof name === "string" ? name.replace(unsafe, " ") : "";
	return text.replace(/\s+/g, " ").trim().slice(0, maxNameCharacters) || "Guest";
}

const imageTypes: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

function parseImages(value: unknown): readonly PromptImage[] | undefined {
	if (value === undefined) return [];
	if (!Array.isArray(value)) return undefined;
	const images: PromptImage[] = [];
	let size = 0;
	for (const image of value) {
		if (!isRecord(image) || typeof image.data !== "string" || typeof image.mimeType !== "string") return undefined;
		size += image.data.length;
		if (!imageTypes.has(image.mimeType) || size > maxPromptImageBytes || !/^[\w+/]*={0,2}$/.test(image.data))
			return undefined;
		images.push({ type: "image", data: image.data, mimeType: image.mimeType });
	}
	return images;
}

const hostFrames: Readonly<Record<HostFrame["t"], (value: Readonly<Record<string, unknown>>) => boolean>> = {
	welcome: ({ header, state, agents }) =>
		isRecord(header) && typeof header.id === "string" && isState(state) && Array.isArray(agents),
	"snapshot-chunk": ({ entries, final }) =>
		Array.isArray(entries) && entries.every(isEntry) && typeof final === "boolean",
	entry: ({ entry }) => isEntry(entry),
	event: ({ event }) => isRecord(event) && typeof event.type === "string",
	state: ({ state }) => isState(state),
	bus: ({ channel }) => typeof channel === "string",
	agents: ({ agents }) => Array.isArray(agents) && agents.every(isRecord),
	"ui-request": ({ request }) =>
		isRecord(request) &&
		typeof request.reqId === "string" &&
		typeof request.title === "string" &&
		(request.kind === "editor" || (request.kind === "select" && Array.isArray(request.options))),
	"ui-request-end": ({ reqId }) => typeof reqId === "string",
	transcript: ({ reqId, text }) => typeof reqId === "string" && typeof text === "string",
	bye: ({ reason }) => typeof reason === "string",
	error: ({ message }) => typeof message === "string",
};

/** A host's frame, as far as a guest relies on it. */
export function parseHostFrame(value: unknown): HostFrame | undefined {
	if (!isRecord(value) || typeof value.t !== "string" || !Object.hasOwn(hostFrames, value.t)) return undefined;
	return hostFrames[value.t as HostFrame["t"]](value) ? (value as unknown as HostFrame) : undefined;
}

export function parseControlFrame(text: string): ControlFrame | undefined {
	const value = parseRecord(text);
	if (value?.t === "room-closed") return { t: "room-closed" };
	const isPeer = value?.t === "peer-joined" || value?.t === "peer-left";
	return isPeer && typeof value.peer === "number" ? (value as unknown as ControlFrame) : undefined;
}

export function parseHostControlFrame(text: string): HostControlFrame | undefined {
	const value = parseRecord(text);
	return value?.t === "close-peer" && typeof value.peer === "number"
		? { t: "close-peer", peer: value.peer }
		: undefined;
}

function parseRecord(text: string): Readonly<Record<string, unknown>> | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isRecord(value) ? value : undefined;
	} catch {
		// From a program of another kind; what it says is passed over.
		return undefined;
	}
}

function isEntry(value: unknown): boolean {
	return isRecord(value) && typeof value.type === "string" && typeof value.id === "string";
}

function isState(value: unknown): boolean {
	return isRecord(value) && typeof value.isStreaming === "boolean" && Array.isArray(value.participants);
}

function stringOr(value: unknown): string | undefined {
	return typeof value === "string" ? value : undefined;
}
