import { basename, join } from "node:path";
import type { SessionEntry, SessionHeader } from "@oh-my-pi/pi-session/entry";
import type { SessionLog } from "@oh-my-pi/pi-session/session-log";
import style from "./page/page.css.txt" with { type: "text" };
import template from "./page/page.html.txt" with { type: "text" };
import script from "./page/page.js.txt" with { type: "text" };

export interface ExportedSession {
	readonly header: SessionHeader;
	readonly entries: readonly SessionEntry[];
	readonly leafId: string | null;
}

export interface ExportedPage extends ExportedSession {
	readonly systemPrompt?: readonly string[];
	readonly tools?: ReadonlyArray<{ name: string; description: string }>;
	readonly subSessions?: Readonly<Record<string, ExportedSession>>;
	/** Colours the reader can choose from, by theme. */
	readonly themes?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** One page that needs nothing else: no network, and no markup of a session's content is ever interpreted. */
export function sessionPage(page: ExportedPage): string {
	const data = Buffer.from(JSON.stringify(page), "utf8").toString("base64");
	// Functions as replacements, because a `$` in the content means nothing to them.
	return template
		.replace("{{style}}", () => style)
		.replace("{{script}}", () => script)
		.replace("{{data}}", () => data);
}

export function exportedSession(log: SessionLog): ExportedSession {
	return { header: log.header, entries: [...log.entries()], leafId: log.leafId };
}

/** Where a session is exported to unless told otherwise. */
export function defaultExportPath(sessionFile: string, cwd: string): string {
	return join(cwd, `omp-session-${basename(sessionFile, ".jsonl")}.html`);
}
