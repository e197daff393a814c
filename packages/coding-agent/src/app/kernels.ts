import { Runtimes } from "@oh-my-pi/pi-tools/eval/runtimes";
import { pythonSettings } from "@oh-my-pi/pi-tools/eval/settings";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { Settings } from "../settings/settings.ts";
import type { SessionLinks } from "./session-links.ts";

/** The Python and JavaScript of a session, made when they are first wanted. */
export function kernels(options: {
	readonly host: Host;
	readonly settings: Settings;
	readonly env: Host["env"];
	readonly links: SessionLinks;
}): Runtimes {
	const { host, settings, env, links } = options;
	const { running } = links;
	running.kernels ??= links.closing.use(
		new Runtimes({
			home: host.home,
			env,
			now: host.now,
			newId: host.newId,
			pythonInterpreter: () => settings.get(pythonSettings.interpreter),
			pythonMode: () => settings.get(pythonSettings.kernelMode),
		}),
	);
	return running.kernels;
}
