import type { SessionInfo } from "@oh-my-pi/pi-session/listing/session-listing";
import type { PlainLines } from "../contract/dialog.ts";
import type { SessionScope } from "./search-sessions.ts";
import type { SessionPickerOptions } from "./session-picker.ts";
import { sessionWords } from "./session-words.ts";

/** The sessions by number, then what to do with the chosen one. */
export async function sessionsPlainly(
	options: SessionPickerOptions,
	lines: PlainLines,
): Promise<SessionInfo | undefined> {
	let scope: SessionScope = options.scope;
	for (;;) {
		const sessions = options.list(scope);
		const chosen = await lines.choose<SessionInfo | "everywhere">("Resume Session", [
			...sessions.map((session) => {
				const { title, facts, status } = sessionWords(session, options.now());
				const place = scope === "everywhere" ? ` · ${session.cwd}` : "";
				return { value: session, label: title, description: `${facts} · ${status.text}${place}` };
			}),
			...(scope === "folder" ? [{ value: "everywhere" as const, label: "Sessions of all projects" }] : []),
		]);
		if (chosen === undefined) return undefined;
		if (chosen === "everywhere") {
			scope = "everywhere";
			continue;
		}
		const wish = await lines.choose<"open" | "rename" | "delete">(sessionWords(chosen, options.now()).title, [
			{ value: "open", label: "Open" },
			{ value: "rename", label: "Rename" },
			{ value: "delete", label: "Delete, with its artifacts" },
		]);
		if (wish === "open") return chosen;
		const problem = await applyChange(wish, chosen, options, lines).catch((error: unknown) => String(error));
		if (problem !== undefined) lines.say(problem);
	}
}

async function applyChange(
	wish: "rename" | "delete" | undefined,
	{ path }: SessionInfo,
	{ rename, remove }: SessionPickerOptions,
	lines: PlainLines,
): Promise<undefined> {
	if (wish === "rename") {
		const name = await lines.enter("New name");
		if (name !== undefined) await rename(path, name);
	}
	if (wish === "delete") await remove(path);
}
