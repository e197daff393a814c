import { dirname, join } from "node:path";
import { environmentSecrets } from "@oh-my-pi/pi-secrets/entries/environment-secrets";
import { type Compile, parseSecretFile } from "@oh-my-pi/pi-secrets/entries/parse-secret-file";
import type { PlainSecret, SecretEntry } from "@oh-my-pi/pi-secrets/entries/secret-entry";
import { tokenSecret } from "@oh-my-pi/pi-secrets/entries/token-secret";
import { loadPlaceholderKey } from "@oh-my-pi/pi-secrets/files/placeholder-key";
import { SecretHider } from "@oh-my-pi/pi-secrets/hider/secret-hider";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { resolveDirectories } from "../directories.ts";

interface SecretPlace {
	readonly host: Host;
	readonly agentDir: string;
}

export interface LoadedSecrets {
	readonly hider: SecretHider;
	/** For the user; they say nothing of the secrets themselves. */
	readonly warnings: readonly string[];
}

/** What hides the secrets of user and project from providers, with the key of this installation. */
export async function loadSecrets(place: SecretPlace): Promise<LoadedSecrets> {
	const { entries, warnings } = await loadEntries(place);
	const { key, warning } = loadPlaceholderKey(placeholderKeyPath(place));
	// Whoever has it could try values against placeholders.
	const keyTexts = (["hex", "base64"] as const).map(
		(encoding): PlainSecret => ({
			...{ type: "plain", source: "pattern", mode: "replace", replacement: "[key]" },
			value: Buffer.from(key).toString(encoding),
		}),
	);
	return {
		hider: new SecretHider([...entries, ...keyTexts], key),
		warnings: [...warnings, ...(warning ? [warning] : [])],
	};
}

/** Redacts the same in what people see who are not the user: logs, reports, shared sessions. Needs no key. */
export async function loadRedactor(place: SecretPlace): Promise<(text: string) => string> {
	return (await loadRedaction(place)).redact;
}

/** The same with what is wrong with the entries; the words say nothing of the secrets themselves. */
export async function loadRedaction(
	place: SecretPlace,
): Promise<{ readonly redact: (text: string) => string; readonly warnings: readonly string[] }> {
	const { entries, warnings } = await loadEntries(place);
	const hider = new SecretHider(entries, new Uint8Array(32));
	return { redact: (text) => hider.redact(text), warnings };
}

/** Beside the settings, or with the state of omp where that has a folder of its own. */
export function placeholderKeyPath({ host, agentDir }: SecretPlace): string {
	const { config, logs } = resolveDirectories(host);
	const state = dirname(logs);
	return join(state === config ? agentDir : state, "secret-placeholder.key");
}

/** Variables, the user's file and the project's, and known tokens. */
async function loadEntries({ host, agentDir }: SecretPlace) {
	const warnings: string[] = [];
	const fromFiles = new Map<string, SecretEntry>();
	for (const path of new Set([join(agentDir, "secrets.yml"), join(host.cwd, ".omp", "secrets.yml")])) {
		const file = await readEntries(path, host);
		warnings.push(...file.warnings);
		for (const [content, entry] of file.entries) fromFiles.set(content, entry);
	}
	return { entries: [...fromFiles.values(), ...environmentSecrets(host.env), tokenSecret], warnings };
}

async function readEntries(path: string, host: Host): ReturnType<typeof parseSecretFile> {
	try {
		const text = readRegularFile(path);
		if (text === undefined) return { entries: new Map(), warnings: [] };
		return await parseSecretFile(text, path, compileWith(host));
	} catch (error) {
		const warning = `${path} is not used: ${errorMessage(error)}`;
		return { entries: new Map(), warnings: [warning] };
	}
}

function compileWith(host: Host): Compile {
	return async (source, flags, place) => {
		const { compilePattern } = await import("@oh-my-pi/pi-secrets/patterns/compile-pattern");
		return compilePattern(source, { flags, place, clock: host.now });
	};
}
