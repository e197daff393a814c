import { join, resolve } from "node:path";
import type { BlobStore } from "@oh-my-pi/pi-fleet/contract/blob-store";
import type { FleetQueue } from "@oh-my-pi/pi-fleet/contract/fleet-queue";
import type { Task } from "@oh-my-pi/pi-fleet/contract/task";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { once } from "@oh-my-pi/pi-utils/once";
import { resolveDirectories } from "../../../../process/directories.ts";
import { CliError } from "../../../../process/usage-error.ts";
import type { Settings } from "../../../../settings/settings.ts";
import { prepareStart } from "../../../../startup/prepare-start.ts";
import { fleetSettings } from "../../settings/fleet-settings.ts";
import { wrongStore } from "../../text/wrong-store.ts";
import { type FleetInvocation, textFlag } from "./fleet-action.ts";

/** The queue that a command uses, and the store beside it. */
export interface OpenFleet extends AsyncDisposable {
	/** With the variables of `.env` files. */
	readonly host: Host;
	readonly settings: Settings;
	readonly agentDir: string;
	readonly fleetDir: string;
	readonly queue: FleetQueue;
	/** Files and folders of this machine that queue and store are in. */
	readonly places: readonly string[];
	/** What tells the store from others. */
	readonly storeAddress: string;
	/** Opened with the first call. Throws for a task that has its files in another one. */
	store(task?: Pick<Task, "spec">): Promise<BlobStore>;
}

export async function openFleet(invocation: FleetInvocation): Promise<OpenFleet> {
	const { host, settings, agentDir } = await prepareFleet(invocation.host);
	const fleetDir =
		folderSetting(settings.get(fleetSettings.dir), host) ?? join(resolveDirectories(host).config, "fleet");
	const [{ openQueue, queueFiles }, { openStore, storeAddress, storeFolder }] = await Promise.all([
		import("@oh-my-pi/pi-fleet/open-queue"),
		import("@oh-my-pi/pi-fleet/open-store"),
	]);
	const queueUrl = textFlag(invocation, "queue") || host.env.OMP_FLEET_QUEUE || settings.get(fleetSettings.queue);
	const storeUrl = textFlag(invocation, "store") || host.env.OMP_FLEET_STORE || settings.get(fleetSettings.store);
	const queue = await openQueue(queueUrl || undefined, { fleetDir });
	let opened: Promise<BlobStore> | undefined;
	const address = storeAddress(storeUrl || undefined, fleetDir, { isShared: queue.engine === "postgres" });
	const open = once(() => {
		opened = openStore(storeUrl || undefined, { fleetDir, env: host.env });
		return opened;
	});
	const store = async (task?: Pick<Task, "spec">) => {
		const problem = task && wrongStore(task, address);
		if (problem !== undefined) throw new CliError(problem);
		return open();
	};
	return {
		...{ host, settings, agentDir, fleetDir, queue, store, storeAddress: address },
		places: [...queueFiles(queueUrl, fleetDir), storeFolder(storeUrl, fleetDir) ?? []].flat(),
		async [Symbol.asyncDispose]() {
			const [used] = await Promise.allSettled([opened]);
			if (used.status === "fulfilled") await used.value?.[Symbol.asyncDispose]();
			await queue[Symbol.asyncDispose]();
		},
	};
}

export function prepareFleet(host: Host) {
	return prepareStart(host, { configFiles: [], allowHome: true, noPty: false });
}

/** A folder from the settings; `~` is the home folder, and an empty one is none. */
export function folderSetting(text: string, { home, cwd }: Pick<Host, "home" | "cwd">): string | undefined {
	if (text.trim() === "") return undefined;
	return text === "~" || text.startsWith("~/") ? join(home, text.slice(1)) : resolve(cwd, text);
}
