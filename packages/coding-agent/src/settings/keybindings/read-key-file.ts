import { rename } from "node:fs/promises";
import { join } from "node:path";
import { parseYaml } from "@oh-my-pi/pi-utils/config/parse-yaml";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { atomicWrite } from "@oh-my-pi/pi-utils/files/atomic-write";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";

export interface KeyFile {
	readonly path: string;
	readonly text: string;
	readonly bindings: Readonly<Record<string, unknown>>;
}

/** The key file of an agent folder, if any. An invalid file is reported and not changed. */
export async function readKeyFile(
	agentDir: string,
	options: { readOnly: boolean },
): Promise<KeyFile | { readonly problem: string } | undefined> {
	for (const name of ["keybindings.yml", "keybindings.yaml", "keybindings.json"]) {
		const path = join(agentDir, name);
		const text = readIfThere(path);
		if (text === undefined) continue;
		if (typeof text !== "string") return text;
		const file = await parseKeyFile(path, text);
		if ("problem" in file || name !== "keybindings.json" || options.readOnly) return file;
		return convert(file, agentDir);
	}
	return undefined;
}

function readIfThere(path: string): string | { readonly problem: string } | undefined {
	try {
		return readRegularFile(path);
	} catch (error) {
		return { problem: `${path}: ${errorMessage(error)}; the usual keys are used` };
	}
}

async function parseKeyFile(path: string, text: string): Promise<KeyFile | { readonly problem: string }> {
	const parsed = await parseYaml(text, path);
	if ("problem" in parsed) return { problem: `${parsed.problem}; the usual keys are used` };
	const bindings = parsed.value ?? {};
	if (typeof bindings !== "object" || Array.isArray(bindings)) {
		return { problem: `${path}: must be a mapping of actions to keys; the usual keys are used` };
	}
	return { path, text, bindings: bindings as Record<string, unknown> };
}

/** Converts the JSON file of earlier versions to YAML once; the old file is kept as a backup. */
async function convert(file: KeyFile, agentDir: string): Promise<KeyFile> {
	const path = join(agentDir, "keybindings.yml");
	const { stringify } = await import("yaml");
	const text = stringify(file.bindings);
	try {
		await atomicWrite(path, text, { mode: 0o600 });
		await rename(file.path, `${file.path}.bak`);
		return { ...file, path, text };
	} catch {
		// Read-only folder: keep using the old file.
		return file;
	}
}
