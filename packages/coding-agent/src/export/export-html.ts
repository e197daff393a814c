import { basename, join } from "node:path";
import type { SessionEntry, SessionHeader } from "@oh-my-pi/pi-session/entry/entry";
import type { SessionLog } from "@oh-my-pi/pi-session/log/session-log";
import style from "./page/page.css.txt" with { type: "text" };
import template from "./page/page.html.txt" with { type: "text" };
import script from "./page/page.js.txt" with { type: "text" };
import { renderedTexts } from "./rendered-texts.ts";

export interface ExportedSession {
	readonly header: SessionHeader;
	readonly entries: readonly SessionEntry[];
	readonly leafId: string | null;
}

export interface ExportedPage extends ExportedSession {
	readonly systemPrompt?: readonly string[];
	readonly tools?: ReadonlyArray<{ name: string; description: string }>;
	readonly subSessions?: Readonly<Record<string, ExportedSession>>;
	/** Colors by theme, for the page's theme picker. */
	readonly themes?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A self-contained page: no network access, and session content is never parsed as HTML. */
export function sessionPage(page: ExportedPage): string {
	// Function replacements, because `$` is special in replacement strings.
	return template
		.replace("{{style}}", () => style)
		.replace("{{script}}", () => script)
		.replace("{{html}}", () => base64(renderedTexts(page)))
		.replace("{{data}}", () => base64(page));
}

function base64(value: unknown): string {
	return Buffer.from(JSON.stringify(value), "utf8").toString("base64");
}

export function exportedSession(log: SessionLog): ExportedSession {
	return { header: log.header, entries: [...log.entries()], leafId: log.leafId };
}

/** Default output path. */
export function defaultExportPath(sessionFile: string, cwd: string): string {
	return join(cwd, `omp-session-${basename(sessionFile, ".jsonl")}.html`);
}
