import { tmpdir } from "node:os";
import type { ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { runTool } from "@oh-my-pi/pi-testkit/fakes/run-tool";
import type { RecordedWeb } from "../../web/testing/recorded-web.ts";
import type { ReadDetails } from "../contract/details.ts";
import { PageCache } from "../contract/page-cache.ts";
import type { PageDeps } from "../contract/read-ports.ts";
import { readIn } from "./read-in.ts";

export const prose =
	"The harbor had been closed for eleven days when the first of the grain ships was allowed to leave. ".repeat(4);
export const article = (head = "") =>
	`<html><head><title>Harbor</title>${head}</head><body><article><h1>Harbor</h1><p>${prose}</p></article></body></html>`;

export interface Reading {
	readonly web: RecordedWeb;
	read(path: string): Promise<ToolOutput<ReadDetails>>;
	text(path: string): Promise<string>;
	readonly saved: string[];
}

/** `read` with a web to read from. */
export function reading(web: RecordedWeb, overrides: Partial<PageDeps> = {}): Reading {
	const saved: string[] = [];
	const artifacts = {
		allocate: () => ({ id: "0" }),
		save: (_tool: string, content: string) => ({ id: String(saved.push(content)) }),
	};
	const pages = {
		web,
		isEnabled: () => true,
		backend: () => "auto" as const,
		cache: new PageCache(),
		artifacts,
		...overrides,
	};
	const tool = readIn(tmpdir(), { pages });
	const read = (path: string) => runTool(tool, { path });
	return { web, saved, read, text: async (path) => textOf(await read(path)) };
}

function textOf({ content }: ToolOutput<ReadDetails>): string {
	if (typeof content === "string") return content;
	return content.map((block) => (block.type === "text" ? block.text : "[image]")).join("\n");
}
