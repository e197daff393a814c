import type { Host } from "@oh-my-pi/pi-utils/host";
import type { CliIo } from "../../../process/terminal/io.ts";
import { loadSettings } from "../../../settings/load/load-settings.ts";
import type { Settings } from "../../../settings/settings.ts";

export interface ConfigContext {
	readonly host: Host;
	readonly io: CliIo;
	readonly agentDir: string;
	/** Arguments after the action: a key, and perhaps a value. */
	readonly words: readonly string[];
	readonly json: boolean;
}

export type ConfigAction = (context: ConfigContext) => Promise<number>;

/** The effective settings of this folder; prints warnings about invalid files. */
export async function openSettings({ host, agentDir, io }: ConfigContext): Promise<Settings> {
	const settings = await loadSettings({ host, agentDir, cwd: host.cwd, overlays: [] });
	for (const problem of settings.problems) await io.stderr.write(`Warning: ${problem}\n`);
	return settings;
}

export async function printJson(io: CliIo, value: unknown): Promise<void> {
	await io.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
