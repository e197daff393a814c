import { dirname, relative, resolve } from "node:path";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import type { FinishedFields } from "./finish-task.ts";
import { PlanError } from "./problems.ts";
import { readText } from "./read-document.ts";
import type { TaskFields, TextSource } from "./task-fields.ts";

/** Throws for files that must not be read. */
export type Admit = (paths: readonly string[]) => void;

/** Reads the files of prompts, contexts and schemas that tasks name, each once. */
export async function loadTexts(tasks: readonly TaskFields[], folder: string, admit: Admit): Promise<FinishedFields[]> {
	const texts = new Map<string, string>();
	for (const { prompt, context, deliver } of tasks) {
		const schema = deliver?.kind === "json" ? deliver.schema : undefined;
		for (const source of [prompt, context, isFile(schema) ? schema : undefined]) {
			if (typeof source !== "object" || texts.has(source.file)) continue;
			const path = resolve(folder, source.file);
			admit([path]);
			texts.set(source.file, await readText(path, shownPath(path, folder)));
		}
	}
	const textOf = (source: TextSource) => (typeof source === "string" ? source : (texts.get(source.file) ?? ""));
	const schemas = new Map<string, Readonly<Record<string, unknown>>>();
	const schemaOf = (file: string) => {
		const schema = schemas.get(file) ?? parseSchema(texts.get(file) ?? "", file);
		schemas.set(file, schema);
		return schema;
	};
	return tasks.map(({ prompt, context, deliver, ...rest }) => ({
		...rest,
		...(prompt !== undefined && { prompt: textOf(prompt) }),
		...(context !== undefined && { context: textOf(context) }),
		...(deliver && {
			deliver:
				deliver.kind === "json"
					? { kind: "json" as const, schema: isFile(deliver.schema) ? schemaOf(deliver.schema.file) : deliver.schema }
					: deliver,
		}),
	}));
}

/** A JSON schema has no "file" of its own beside nothing else. */
function isFile(value: unknown): value is { readonly file: string } {
	return isRecord(value) && typeof value.file === "string" && Object.keys(value).length === 1;
}

function parseSchema(text: string, file: string): Readonly<Record<string, unknown>> {
	try {
		const value: unknown = JSON.parse(text);
		if (isRecord(value)) return value;
	} catch (error) {
		throw new PlanError([`${file} is no JSON: ${errorMessage(error)}`]);
	}
	throw new PlanError([`${file} must be a JSON schema`]);
}

function shownPath(path: string, folder: string): string {
	const shown = relative(dirname(folder), path);
	return shown.startsWith("..") ? path : shown;
}
