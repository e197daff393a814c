import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { findJsonProblem } from "@oh-my-pi/pi-utils/config/find-json-problem";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { atomicWrite } from "@oh-my-pi/pi-utils/files/atomic-write";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";

export type JsonObject = Readonly<Record<string, unknown>>;

export const maxJsonBytes = 8 * 1024 * 1024;

/** The object in a JSON file; `undefined` when there is no file. Throws an error that names file and line. */
export function readJsonObject(path: string): JsonObject | undefined {
	const text = readRegularFile(path, maxJsonBytes);
	return text === undefined ? undefined : parseJsonObject(text, path);
}

export function parseJsonObject(text: string, path: string): JsonObject {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw new Error(`Invalid JSON in ${findJsonProblem(text, path) ?? path}`);
	}
	if (!isRecord(value)) throw new Error(`Invalid JSON in ${path}: not an object`);
	return value;
}

/** The same for files of others, where a broken one is only named. */
export function tryJsonObject(path: string, warn: (problem: string) => void): JsonObject | undefined {
	try {
		return readJsonObject(path);
	} catch (error) {
		warn(errorMessage(error));
		return undefined;
	}
}

export async function writeJson(path: string, value: unknown): Promise<void> {
	await mkdir(dirname(path), { recursive: true });
	await atomicWrite(path, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 });
}

/** A text or a list of texts. */
export function parseTexts(value: unknown): readonly string[] {
	const list: readonly unknown[] = Array.isArray(value) ? value : [value];
	return list.filter((entry): entry is string => typeof entry === "string" && entry !== "");
}
