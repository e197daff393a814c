import { join } from "node:path";
import { launchSettings } from "@oh-my-pi/pi-tools/launch/settings";
import type { Supervisor } from "@oh-my-pi/pi-tools/processes/supervisor";
import { resolveDirectories } from "../../process/directories.ts";
import type { FeatureStart } from "../../workbench/feature-definition.ts";
import type { RunningFeature } from "../../workbench/running-feature.ts";

export function startProcesses({ workbench }: FeatureStart): RunningFeature {
	const { host, settings, jobs: board } = workbench;
	const env = { ...workbench.env.command, AGENT: "1" };
	let supervisor: Promise<Supervisor> | undefined;
	const open = async () => {
		const { Supervisor } = await import("@oh-my-pi/pi-tools/processes/supervisor");
		const root = join(resolveDirectories(host).config, "run", "daemons");
		return new Supervisor({ root, board, env, now: host.now });
	};
	const processes = {
		load: () => (supervisor ??= open()),
		isInUse: () => supervisor !== undefined,
		isOn: () => settings.get(launchSettings.enabled),
	};
	return { join: () => ({ services: { processes } }) };
}
