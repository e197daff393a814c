import type { Task } from "@oh-my-pi/pi-fleet/contract/task";
import { displaySettings } from "../../../../settings/sections/screen/display.ts";
import type { LiveView } from "../../watch/live-view.ts";
import type { FleetInvocation } from "./fleet-action.ts";
import type { OpenFleet } from "./open-fleet.ts";

/** The live view, where there is a terminal for it. */
export async function openLiveView(
	{ io, ports }: FleetInvocation,
	{ host, settings, agentDir, queue, store }: OpenFleet,
	options: { readonly batch?: string | undefined; readonly task?: Task; readonly stopWords?: string },
): Promise<LiveView | undefined> {
	if (!io.stdout.isTTY || !io.stdin.isTTY || host.env.TERM === "dumb" || settings.get(displaySettings.plain))
		return undefined;
	const { LiveView: View } = await import("../../watch/live-view.ts");
	return View.open((onTheme) => ports.openTerminal({ host, settings, agentDir }, onTheme), {
		...{ queue, store, now: host.now },
		...options,
	});
}
