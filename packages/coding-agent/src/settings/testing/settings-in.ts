import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { loadSettings } from "../load/load-settings.ts";
import type { Settings } from "../settings.ts";

export interface SettingsWorld {
	readonly env?: Readonly<Record<string, string>>;
	readonly overlays?: readonly string[];
}

/** A home with `agent/` and `work/`, and the settings of an omp started in `work`. */
export interface SettingsPlace extends AsyncDisposable {
	readonly settings: Settings;
	readonly files: Workspace;
	/** Reloads everything, as the next start would. */
	restart(): Promise<Settings>;
}

export async function settingsIn(files: Record<string, string>, world: SettingsWorld = {}): Promise<SettingsPlace> {
	const home = await workspace(files);
	const restart = () => loadFrom(home, world);
	try {
		return {
			settings: await restart(),
			files: home,
			restart,
			[Symbol.asyncDispose]: () => home[Symbol.asyncDispose](),
		};
	} catch (error) {
		await home[Symbol.asyncDispose]();
		throw error;
	}
}

function loadFrom(home: Workspace, world: SettingsWorld): Promise<Settings> {
	return loadSettings({
		host: { cwd: home.file("work"), home: home.path, env: world.env ?? {}, now: () => 0, newId: () => "" },
		agentDir: home.file("agent"),
		cwd: home.file("work"),
		overlays: world.overlays ?? [],
	});
}
