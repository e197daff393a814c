import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { UrlScheme } from "@oh-my-pi/pi-tools/urls/url-router";
import type { MemoryBackend } from "../contract/memory-backend.ts";

/** `memory://root`, `memory://root/MEMORY.md`, `memory://<id>`: what the active backend remembers. */
export function memoryScheme(current: () => MemoryBackend): UrlScheme {
	return {
		scheme: "memory",
		async resolve(url, { signal }) {
			const path = decodePath(url);
			const backend = current();
			const text = await backend.readUrl?.(path, signal);
			if (text !== undefined) return { text, outside: `memory ${path}` };
			const known = ((await backend.urlPaths?.()) ?? []).slice(0, 20).map((one) => `memory://${one}`);
			const hint = known.length > 0 ? ` There are: ${known.join(", ")}` : " recall gives the ids of memories.";
			throw new ToolError(`There is no ${url}.${hint}`);
		},
		list: async () => ((await current().urlPaths?.()) ?? []).map((path) => `memory://${path}`),
	};
}

function decodePath(url: string): string {
	const path = /^memory:\/\/([^?#]*)/i.exec(url)?.[1] ?? "";
	let decoded: string;
	try {
		decoded = decodeURIComponent(path);
	} catch {
		throw new ToolError(`${url} is not a valid URL: a % must be followed by two hex digits`);
	}
	const parts = decoded.split("/").filter((part) => part !== "");
	if (parts.some((part) => part === ".." || part === "." || part.includes("\\") || part.includes("\0"))) {
		throw new ToolError(`${url} leaves the memory. Write memory://root, memory://root/<file> or memory://<id>`);
	}
	return parts.join("/");
}
