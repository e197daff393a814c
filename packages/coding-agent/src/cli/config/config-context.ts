import type { Host } from "@oh-my-pi/pi-utils/host";
import type { CliIo } from "../../process/io.ts";
import { loadSettings } from "../../settings/load-settings.ts";
import type { Settings } from "../../settings/settings.ts";

/** What the actions of `omp config` work with. */
export interface ConfigContext {
	readonly host: Host;
	readonly io: CliIo;
	readonly agentDir: string;
	/** What follows the action: a key, and perhaps a value. */
	readonly words: readonly string[];
	readonly json: boolean;
}

export type ConfigAction = (context: ConfigContext) => Promise<number>;

/** The settings as they are in force in this folder; what is wrong with files is said on the way. */
export async function openSettings({ host, agentDir, io }: ConfigContext): Promise<Settings> {
	const settings = await loadSettings({ host, agentDir, cwd: host.cwd, overlays: [] });
	for (const problem of settings.problems) await io.stderr.write(`Warning: ${problem}\n`);
	return settings;
}

export async function printJson(io: CliIo, value: unknown): Promise<void> {
	await io.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
