import { isRecord } from "@oh-my-pi/pi-utils/is-record";

/** P0 blocks a release, P1 comes next, P2 is normal, P3 nice to have. */
export const priorities = ["P0", "P1", "P2", "P3"] as const;
export type Priority = (typeof priorities)[number];

/** One problem that a reviewer found. */
export interface Finding {
	readonly priority: Priority;
	readonly title: string;
	readonly body: string;
	/** From the top of the repository. */
	readonly file: string;
	/** From 1, in the new version of the file. */
	readonly line: number;
	readonly endLine: number;
	/** 0 to 1. */
	readonly confidence: number;
	/** The same for the same problem after lines have moved. */
	readonly fingerprint: string;
	/** The text of its line, without indentation; empty where the change does not show it. */
	readonly lineText: string;
	/** False: the file is not part of the change. */
	readonly inChange: boolean;
	/** The line that the reviewer named, which the file does not have. */
	readonly movedFrom?: number;
	/** How many reviewers reported it. */
	readonly reports: number;
}

/** A finding before it is placed in the change. */
export type ReportedFinding = Pick<Finding, "priority" | "title" | "body" | "file" | "line" | "endLine" | "confidence">;

const maxTitleChars = 200;
const maxBodyChars = 4000;

/** Reads what a reviewer handed in; `undefined` without a title or a file. Numbers out of range are clamped. */
export function readFinding(value: unknown): ReportedFinding | undefined {
	if (!isRecord(value)) return undefined;
	const title = oneLine(value.title).slice(0, maxTitleChars);
	const file = oneLine(value.file_path ?? value.file);
	if (title === "" || file === "") return undefined;
	const line = lineNumber(value.line_start ?? value.line) ?? 1;
	return {
		priority: readPriority(value.priority ?? value.severity),
		title,
		body: text(value.body ?? value.evidence)
			.trim()
			.slice(0, maxBodyChars),
		file,
		line,
		endLine: Math.max(line, lineNumber(value.line_end ?? value.endLine) ?? line),
		confidence: readConfidence(value.confidence),
	};
}

const severities: Readonly<Record<string, Priority>> = { critical: "P0", high: "P1", medium: "P2", low: "P3" };

function readPriority(value: unknown): Priority {
	const number = Number(/^P?(\d+)$/i.exec(text(value).trim())?.[1] ?? Number.NaN);
	if (Number.isNaN(number)) return severities[text(value).toLowerCase()] ?? "P2";
	return priorities[Math.min(number, priorities.length - 1)] ?? "P2";
}

const usualConfidence = 0.5;

/** Some models count in percent. */
function readConfidence(value: unknown): number {
	const number = typeof value === "number" ? value : Number.parseFloat(text(value));
	if (!Number.isFinite(number)) return usualConfidence;
	const share = number > 1 && number <= 100 ? number / 100 : number;
	return Math.round(Math.min(1, Math.max(0, share)) * 100) / 100;
}

function lineNumber(value: unknown): number | undefined {
	const number = Math.floor(typeof value === "number" ? value : Number.parseInt(text(value), 10));
	return Number.isSafeInteger(number) && number >= 1 ? number : undefined;
}

function text(value: unknown): string {
	return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

function oneLine(value: unknown): string {
	return text(value).replace(/\s+/g, " ").trim();
}
