import { stat } from "node:fs/promises";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { resolvePath } from "@oh-my-pi/pi-policy/paths/resolve-path";
import { pathBase } from "../../files/mutate/ports.ts";
import { parseText } from "../../files/mutate/text/text-file.ts";
import { loadText } from "../../files/open/load-text.ts";
import { mustNotBeSecret } from "../../files/open/must-not-be-secret.ts";
import { formatBytes } from "../../output/format-bytes.ts";
import { notFound } from "../../read/not-found.ts";
import type { LspPorts } from "../call/lsp-call.ts";
import { showLocation } from "./show-location.ts";

/** A file as servers are sent it: lines end in `\n`, and there is no byte order mark. */
export interface OpenDocument {
	readonly path: string;
	readonly shownPath: string;
	readonly text: string;
	readonly lines: readonly string[];
}

type ReadPorts = Pick<LspPorts, "cwd" | "home" | "keyPlaces" | "roots" | "editor">;

const maxBytes = 10 * 1024 * 1024;

/** Reads a file that a call names; refuses what is not there, no text, a secret or too large for a server. */
export async function openDocument(requestedPath: string, ports: ReadPorts): Promise<OpenDocument> {
	const base = pathBase(ports);
	const path = resolvePath(requestedPath, base);
	const shownPath = showLocation(path, base.cwd);
	mustNotBeSecret(path, shownPath, base);
	const facts = await stat(path).catch(() => undefined);
	if (!facts) throw await notFound(requestedPath, base);
	if (facts.isDirectory()) throw new ToolError(`'${shownPath}' is a folder; name a file.`);
	const unsaved = await ports.editor?.()?.read?.(path);
	const { text } = parseText(unsaved ?? (await readText(path, shownPath)));
	return { path, shownPath, text, lines: text.split("\n") };
}

async function readText(path: string, shownPath: string): Promise<string> {
	const loaded = await loadText(path, { maxBytes, shown: shownPath });
	if (loaded.kind === "text") return loaded.text;
	if (loaded.kind === "binary") throw new ToolError(`'${shownPath}' is not UTF-8 text.`);
	const limit = formatBytes(maxBytes);
	throw new ToolError(`'${shownPath}' has ${formatBytes(loaded.bytes)}; language servers get at most ${limit}.`);
}
