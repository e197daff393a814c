import { parseYaml } from "@oh-my-pi/pi-utils/config/parse-yaml";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";
import { SettingsFileError } from "./settings-file-error.ts";
import { expandFlatKeys, isTree, type SettingsTree } from "./settings-tree.ts";

/** A settings file as it was read. */
export interface FileLayer {
	readonly path: string;
	readonly text: string;
	readonly tree: SettingsTree;
}

/** Reads a settings file; `undefined` when it is missing, an error with the line when it is invalid. */
export async function readLayer(path: string): Promise<FileLayer | undefined> {
	const text = readText(path);
	return text === undefined ? undefined : parseLayer(text, path);
}

export async function parseLayer(text: string, path: string): Promise<FileLayer> {
	const value = await parse(text, path);
	if (!isTree(value)) throw new SettingsFileError(`${path}: must be a mapping of settings`);
	return { path, text, tree: expandFlatKeys(value) };
}

function readText(path: string): string | undefined {
	try {
		return readRegularFile(path);
	} catch (error) {
		throw new SettingsFileError(`Cannot read settings file ${path}: ${(error as Error).message}`);
	}
}

async function parse(text: string, path: string): Promise<unknown> {
	if (path.endsWith(".json") && text.trim() !== "") {
		try {
			return Bun.JSONC.parse(text);
		} catch {
			// The YAML parser also reads JSON, and reports the position of errors.
		}
	}
	const parsed = await parseYaml(text, path);
	if ("problem" in parsed) throw new SettingsFileError(`Settings file is not valid YAML: ${parsed.problem}`);
	return parsed.value ?? {};
}
