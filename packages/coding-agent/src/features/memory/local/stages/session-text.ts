import type { AgentMessage } from "@oh-my-pi/pi-agent-core/message";
import type { ToolTraits } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { SessionEnvironment } from "@oh-my-pi/pi-session/log/session-environment";
import { readSession } from "@oh-my-pi/pi-session/operations/open-session";
import type { PathStep } from "@oh-my-pi/pi-session/tree/context";
import { estimateText } from "../../../../conversation/context/estimate-tokens.ts";
import type { TranscriptPart } from "../../contract/memory-backend.ts";
import { readTranscript } from "../../transcript/transcript.ts";

export interface SessionText {
	/** JSON: what user and agent said, each part with where its words may come from. */
	readonly json: string;
	readonly places: readonly string[];
}

/** Entries that are looked at, from the end: a session can have a million. */
const maxEntries = 4000;
const maxPartChars = 4000;

/** A session as input for a model, at most `maxTokens`; `undefined` when there is nothing to read in it. Never changes the file. */
export async function readSessionText(
	environment: SessionEnvironment,
	file: string,
	{ maxTokens, findTool }: { readonly maxTokens: number; readonly findTool: (name: string) => ToolTraits | undefined },
): Promise<SessionText | undefined> {
	const log = readSession(environment, file);
	if (!log) return undefined;
	try {
		const steps = log.path().slice(-maxEntries);
		const messages = steps.flatMap((step) => loadMessage(step));
		return fitParts(readTranscript(messages, findTool), maxTokens);
	} finally {
		await log.close();
	}
}

function loadMessage(step: PathStep): AgentMessage[] {
	if (step.type !== "message") return [];
	const entry = step.entry();
	return entry?.type === "message" ? [entry.message as AgentMessage] : [];
}

/** The beginning says what was wanted, the end how it came out: what does not fit is left out in the middle. */
function fitParts(parts: readonly TranscriptPart[], maxTokens: number): SessionText | undefined {
	if (parts.length === 0) return undefined;
	const rows = parts.map(({ role, text, origin }) => ({
		role,
		text: text.length > maxPartChars ? `${text.slice(0, maxPartChars)}…` : text,
		...(origin?.kind === "outside" && { may_repeat_text_from: origin.places ?? ["unknown"] }),
	}));
	const first: typeof rows = [];
	const last: typeof rows = [];
	let tokens = 0;
	for (let start = 0, end = rows.length - 1; start <= end; ) {
		const isFirst = first.length === 0 || estimateText(JSON.stringify(first)) * 3 < tokens;
		const row = rows[isFirst ? start : end];
		if (!row) break;
		const size = estimateText(JSON.stringify(row)) + 2;
		if (tokens + size > maxTokens) {
			const room = Math.floor((maxTokens - tokens) * 3) - 200;
			if (first.length + last.length === 0 && room > 0) first.push({ ...row, text: `${row.text.slice(0, room)}…` });
			break;
		}
		tokens += size;
		if (isFirst) {
			first.push(row);
			start++;
		} else {
			last.unshift(row);
			end--;
		}
	}
	const kept = [...first, ...last];
	if (kept.length === 0) return undefined;
	const places = kept.flatMap((row) => ("may_repeat_text_from" in row ? (row.may_repeat_text_from ?? []) : []));
	return { json: JSON.stringify(kept), places: [...new Set(places)].sort() };
}
