import type { Memory } from "@oh-my-pi/pi-memory/contract/memory";
import { plainText } from "@oh-my-pi/pi-tui/text/sanitize";

export function statsText(rows: ReadonlyArray<readonly [label: string, value: string]>): string {
	const width = Math.max(0, ...rows.map(([label]) => label.length));
	return rows.map(([label, value]) => `${label.padEnd(width)}  ${plainText(value)}`).join("\n");
}

export function diagnosisText(checks: ReadonlyArray<{ readonly ok: boolean; readonly text: string }>): string {
	return checks.map(({ ok, text }) => `${ok ? "ok     " : "problem"}  ${plainText(text)}`).join("\n");
}

const previewChars = 160;

/** One memory as a line: id, date, who or what it is from, and its beginning. */
export function memoryLine(memory: Memory): string {
	const { id, content, createdAt, invalidatedAt } = memory;
	const text = plainText(content).replace(/\s+/g, " ").trim();
	const shown = text.length > previewChars ? `${text.slice(0, previewChars - 1)}…` : text;
	return `${id}  ${dateText(createdAt)}  ${originText(memory)}  ${invalidatedAt === undefined ? "" : "(invalidated) "}${shown}`;
}

/** Everything about one memory. */
export function memoryText(memory: Memory): string {
	const { id, store, source, type, veracity, importance, createdAt, updatedAt, project, agent, cwd, context } = memory;
	const rows: ReadonlyArray<readonly [string, string | undefined]> = [
		["id", id],
		["store", store],
		["stored", dateText(createdAt, true)],
		["changed", updatedAt === createdAt ? undefined : dateText(updatedAt, true)],
		["invalidated", memory.invalidatedAt === undefined ? undefined : dateText(memory.invalidatedAt, true)],
		["replaced by", memory.replacementId],
		["source", source],
		["from", originText(memory)],
		["type", type],
		["veracity", veracity],
		["importance", String(importance)],
		["project", project],
		["agent", agent],
		["folder", cwd],
		["session", memory.sessionId],
		["about", context],
	];
	const known = rows.filter((row): row is [string, string] => row[1] !== undefined && row[1] !== "");
	return `${statsText(known)}\n\n${plainText(memory.content)}`;
}

/** `user`, `agent`, or `outside: web:example.com` */
export function originText({ origin }: Pick<Memory, "origin">): string {
	if (origin.kind !== "outside") return origin.kind;
	return plainText(`outside: ${(origin.places ?? []).join(", ") || "unknown"}`);
}

export function dateText(at: number, withTime = false): string {
	const date = new Date(at);
	if (Number.isNaN(date.getTime())) return "unknown";
	const text = date.toISOString();
	return withTime ? `${text.slice(0, 10)} ${text.slice(11, 16)} UTC` : text.slice(0, 10);
}
