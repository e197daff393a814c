import { readFile } from "node:fs/promises";
import { findJsonProblem } from "@oh-my-pi/pi-utils/config/find-json-problem";
import { parseConfig } from "@oh-my-pi/pi-utils/config/parse-config";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { type FieldPath, fieldName, PlanError } from "./problems.ts";

/** The values of a file, and where in it they are. */
export interface TaskDocument {
	readonly value: unknown;
	/** `batch.yml:12`, as exactly as it is known. */
	place(path: FieldPath): Promise<string>;
}

/** Reads YAML, JSON or JSON lines; `shown` is the path as the user knows it. */
export async function readDocument(path: string, shown: string): Promise<TaskDocument> {
	const text = await readText(path, shown);
	if (/\.(?:jsonl|ndjson)$/.test(path)) return readLines(text, shown);
	if (!/\.(?:ya?ml|json)$/.test(path)) throw new PlanError([`${shown} must end in .yml, .yaml, .json or .jsonl`]);
	const read = await parseConfig(text, shown);
	if ("problem" in read) throw new PlanError([read.problem]);
	// A bare list is a list of tasks.
	const value = Array.isArray(read.value) ? { tasks: read.value } : read.value;
	const isList = Array.isArray(read.value);
	return { value, place: (path) => findPlace(text, shown, isList && path[0] === "tasks" ? path.slice(1) : path) };
}

/** A task a line; a first line with "batch" has what belongs to all of them. */
function readLines(text: string, shown: string): TaskDocument {
	const problems: string[] = [];
	const values = parseJsonLines(text, shown, problems);
	if (problems.length > 0) throw new PlanError(problems);
	const [first] = values;
	const hasHeader = isRecord(first?.value) && "batch" in first.value;
	const header = hasHeader && isRecord(first.value) ? first.value : undefined;
	const rows = hasHeader ? values.slice(1) : values;
	const extra = Object.keys(header ?? {}).filter((key) => key !== "batch");
	if (extra.length > 0) throw new PlanError([`${shown}:${first?.line}: unknown key "${extra[0]}" beside "batch"`]);
	const batch = header?.batch;
	if (header && !isRecord(batch)) throw new PlanError([`${shown}:${first?.line}: "batch" must be a mapping`]);
	return {
		value: { ...(isRecord(batch) && batch), tasks: rows.map(({ value }) => value) },
		place: async ([key, index]) => {
			const line = key === "tasks" && typeof index === "number" ? rows[index]?.line : first?.line;
			return line === undefined ? shown : `${shown}:${line}`;
		},
	};
}

export function parseJsonLines(
	text: string,
	shown: string,
	problems: string[],
): ReadonlyArray<{ readonly value: unknown; readonly line: number }> {
	return text.split("\n").flatMap((content, index) => {
		if (content.trim() === "") return [];
		try {
			return [{ value: JSON.parse(content) as unknown, line: index + 1 }];
		} catch (error) {
			const [, column, expected] = /:1:(\d+): (.*)$/s.exec(findJsonProblem(content, "") ?? "") ?? [];
			problems.push(`${shown}:${index + 1}${column ? `:${column}: ${expected}` : `: ${errorMessage(error)}`}`);
			return [];
		}
	});
}

export async function readText(path: string, shown: string): Promise<string> {
	try {
		const bytes = await readFile(path);
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch (error) {
		const code = (error as { code?: unknown }).code;
		const problem =
			error instanceof TypeError
				? "is not UTF-8"
				: code === "ENOENT"
					? "does not exist"
					: `cannot be read: ${errorMessage(error)}`;
		throw new PlanError([`${shown} ${problem}`]);
	}
}

async function findPlace(text: string, shown: string, path: FieldPath): Promise<string> {
	const steps = path.map(String);
	const paths = steps.map((_, index) => steps.slice(0, steps.length - index));
	// Knows positions and is slow, so it is only loaded for problems.
	const { findYamlLine } = await import("@oh-my-pi/pi-utils/config/find-yaml-line");
	const line = findYamlLine(text, paths);
	if (line !== undefined) return `${shown}:${line}`;
	return path.length > 0 ? `${shown} (${fieldName(path)})` : shown;
}
