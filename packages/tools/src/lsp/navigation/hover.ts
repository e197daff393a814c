import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { emptyOutput, type LspCall, type LspOutput, lspOutput } from "../call/lsp-call.ts";
import { pointAt } from "./ask-server.ts";

const method = "textDocument/hover";

export async function showHover(call: LspCall): Promise<LspOutput> {
	const { client, request } = await pointAt(call, method);
	const answer = await client.request(method, request, { signal: call.signal });
	const text = isRecord(answer) ? flattenHover(answer.contents) : "";
	const serverName = client.definition.name;
	return text === "" ? emptyOutput(call, "No hover information", serverName) : lspOutput(call, text, { serverName });
}

/** Markup, a marked string with or without its language, or a list of these. */
export function flattenHover(contents: unknown): string {
	if (Array.isArray(contents)) return contents.map(flattenHover).filter(Boolean).join("\n\n");
	if (typeof contents === "string") return clean(contents);
	return isRecord(contents) && typeof contents.value === "string" ? clean(contents.value) : "";
}

/** Without what would steer a terminal. */
function clean(text: string): string {
	return text.replace(/[^\P{Cc}\n\t]/gu, "").trim();
}
