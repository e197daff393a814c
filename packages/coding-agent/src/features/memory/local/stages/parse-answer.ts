import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { oneLine } from "@oh-my-pi/pi-utils/text/one-line";
import { type MemorySkill, skillName } from "../files/memory-folder.ts";

const maxMemoryChars = 60_000;
const maxSummaryChars = 20_000;
const maxRawChars = 8000;
const maxSkills = 20;
const maxSkillChars = 32_000;

/** What stage 1 answers; `undefined` when it is no such answer. Both may be empty. */
export function parseExtraction(
	text: string,
	redact: (text: string) => string,
): { readonly rawMemory: string; readonly synopsis: string } | undefined {
	const value = parseObject(text);
	if (!value || typeof value.raw_memory !== "string" || typeof value.synopsis !== "string") return undefined;
	return {
		rawMemory: cut(redact(plain(value.raw_memory)), maxRawChars),
		synopsis: oneLine(redact(plain(value.synopsis)), 1000),
	};
}

export interface Consolidation {
	readonly memory: string;
	readonly summary: string;
	readonly skills: readonly MemorySkill[];
}

/** What stage 2 answers. Skills with a bad name, twice the same name, or without a text are left out. */
export function parseConsolidation(text: string, redact: (text: string) => string): Consolidation | undefined {
	const value = parseObject(text);
	if (!value || typeof value.memory_md !== "string" || typeof value.memory_summary !== "string") return undefined;
	const names = new Set<string>();
	const listed: readonly unknown[] = Array.isArray(value.skills) ? value.skills : [];
	const skills = listed.flatMap((skill): MemorySkill[] => {
		if (!isRecord(skill) || typeof skill.name !== "string" || typeof skill.body !== "string") return [];
		const name = skill.name.trim().toLowerCase();
		const description = typeof skill.description === "string" ? skill.description : "";
		const body = cut(redact(plain(skill.body)), maxSkillChars).trim();
		if (!skillName.test(name) || names.has(name) || body === "") return [];
		names.add(name);
		return [{ name, description: oneLine(redact(plain(description)).replace(/[<>`]/g, ""), 500), body }];
	});
	return {
		memory: cut(redact(plain(value.memory_md)), maxMemoryChars).trim(),
		summary: cut(redact(plain(value.memory_summary)), maxSummaryChars).trim(),
		skills: skills.slice(0, maxSkills),
	};
}

/** The outermost object of an answer that may have a fence or words around it. */
function parseObject(text: string): Record<string, unknown> | undefined {
	const start = text.indexOf("{");
	const end = text.lastIndexOf("}");
	if (start === -1 || end < start) return undefined;
	try {
		const value: unknown = JSON.parse(text.slice(start, end + 1));
		return isRecord(value) ? value : undefined;
	} catch {
		// Not JSON: the job is tried again.
		return undefined;
	}
}

/** Without control characters, apart from line breaks and tabs. */
function plain(text: string): string {
	return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
}

function cut(text: string, maxChars: number): string {
	return text.length > maxChars ? `${text.slice(0, maxChars - 1)}…` : text;
}
