import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { sessionFileName } from "@oh-my-pi/pi-session/storage/file-name";
import type { Bench } from "./benchmark.ts";

export const lastWords = "the-last-split-arguments-all";

const noCost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
const usage = { input: 10, output: 10, cacheRead: 0, cacheWrite: 0, totalTokens: 20, cost: noCost };

/** A session in which question and answer take turns, without any tools; gives its file. */
export async function writeConversation(bench: Bench, messages: number): Promise<string> {
	const folder = join(bench.scratch, "long-session");
	await mkdir(folder, { recursive: true });
	const timestamp = new Date(Date.UTC(2026, 0, 1)).toISOString();
	const id = Bun.randomUUIDv7();
	const header = { type: "session", version: 3, id, timestamp, cwd: bench.cwd };
	const entries = Array.from({ length: messages }, (_, index) => ({
		type: "message",
		id: index.toString(16).padStart(8, "0"),
		parentId: index === 0 ? null : (index - 1).toString(16).padStart(8, "0"),
		timestamp,
		message: messageAt(index, index === messages - 1),
	}));
	const path = join(folder, sessionFileName(timestamp, id));
	await Bun.write(path, `${[header, ...entries].map((line) => JSON.stringify(line)).join("\n")}\n`);
	return path;
}

function messageAt(index: number, isLast: boolean): object {
	const text = isLast ? lastWords : `Message ${index}. ${"Some **words** of it. ".repeat(15)}`;
	const content = [{ type: "text", text }];
	if (index % 2 === 0) return { role: "user", content, timestamp: index };
	return {
		role: "assistant",
		content,
		api: "anthropic-messages",
		provider: "scripted",
		model: "claude",
		usage,
		stopReason: "stop",
		timestamp: index,
	};
}
