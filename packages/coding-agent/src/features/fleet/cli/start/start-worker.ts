import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { executablePath } from "@oh-my-pi/pi-natives/executable-path";
import { detectBox } from "@oh-my-pi/pi-natives/sandbox/entrance/detect-box";
import { boxEntrance } from "../../../../process/box-entrance.ts";
import { CliError } from "../../../../process/usage-error.ts";
import { fleetSettings } from "../../settings/fleet-settings.ts";
import type { WorkerEvent } from "../../worker/contract/worker-event.ts";
import { type FleetInvocation, textFlag } from "../shared/fleet-action.ts";
import { folderSetting, type OpenFleet } from "../shared/open-fleet.ts";

/** Starts to do tasks of the queue, with what settings and flags say. */
export async function startWorker(
	invocation: FleetInvocation,
	fleet: OpenFleet,
	{ slots, onEvent }: { readonly slots: number; readonly onEvent: (event: WorkerEvent) => void },
) {
	const { host, settings, agentDir, fleetDir, queue } = fleet;
	const [{ FleetWorker }, store] = await Promise.all([import("../../worker/fleet-worker.ts"), fleet.store()]);
	const models = join(agentDir, "models.yml");
	const sandbox = textFlag(invocation, "sandbox");
	if (sandbox !== "off") checkSandbox();
	const lock = textFlag(invocation, "trust-lock") ?? host.env.OMP_TRUST_LOCK;
	return FleetWorker.start({
		...{ queue, store, host, slots, onEvent },
		directories: {
			fleet: fleetDir,
			cache: folderSetting(settings.get(fleetSettings.cacheDir), host),
			agent: folderSetting(settings.get(fleetSettings.agentDir), host),
			others: fleet.places,
			modelsFile: (await stat(models).catch(() => undefined))?.isFile() ? models : undefined,
		},
		omp: ownCommand(),
		storeAddress: fleet.storeAddress,
		variables: settings.get(fleetSettings.environment),
		...((sandbox === "workspace" || sandbox === "read" || sandbox === "off") && { sandbox }),
		trustLock: lock ? resolve(host.cwd, lock) : undefined,
	});
}

/** Tasks run without questions, so something must hold them. */
function checkSandbox(): void {
	const { mechanism, reason } = detectBox(boxEntrance() ?? []);
	if (mechanism !== "none") return;
	throw new CliError(
		`No sandbox on this machine: ${reason}. Tasks run commands without asking, so a worker does not start without it. Use --sandbox off where something else holds them, such as a container of their own`,
	);
}

/** What starts this omp once more: the executable, or Bun with the sources. */
function ownCommand(): readonly string[] {
	const program = executablePath();
	const script = program.endsWith("bun") ? process.argv[1] : undefined;
	return script === undefined ? [program] : [program, script];
}
