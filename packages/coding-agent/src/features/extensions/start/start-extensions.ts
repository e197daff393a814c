import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { packagesOf } from "../../../process/host-packages.ts";
import type { ExtensionFrontEnd } from "../../../workbench/contract/extension-host.ts";
import type { Workbench } from "../../../workbench/workbench.ts";
import { Extension } from "../api/extension.ts";
import type { Runtime } from "../api/extension-api.ts";
import { readModels } from "../api/registry-view.ts";
import type { ExtensionAPI } from "../api/types.ts";
import type { ExtensionError } from "../loading/find-extensions.ts";
import { checkExtensions, loadFactory } from "../loading/load-extensions.ts";
import { mentions } from "../loading/module-graph.ts";
import { connectProvider } from "../run/extension-provider.ts";
import type { ExtensionRequests } from "../run/extension-requests.ts";
import { withinTime } from "../run/time-limit.ts";
import { type ExtensionFlags, extensionPlaces, type InlineFactory } from "./extension-places.ts";
import { runFactory } from "./run-factory.ts";

/** Long enough for a factory that asks a server, short enough for somebody who waits for omp to start. */
const factoryLimitMs = 10_000;

export interface StartPorts {
	readonly workbench: Workbench;
	readonly flags: ExtensionFlags;
	readonly runtime: Runtime;
	readonly requests: ExtensionRequests;
	readonly ui: () => ExtensionFrontEnd["ui"];
	readonly started: () => readonly Extension[];
	readonly onStarted: (extension: Extension) => void;
}

export interface StartResult {
	readonly failed: readonly ExtensionError[];
	/** Some extension asks for the commands. */
	readonly wantsCommands: boolean;
}

/** Loads what is trusted, one after the other, and then what the embedding program brings. */
export async function startExtensions(ports: StartPorts): Promise<StartResult> {
	const { workbench, flags, runtime, requests } = ports;
	const { admitted, errors } = checkExtensions(await extensionPlaces(workbench, flags), workbench.gate);
	const failed = [...errors];
	let wantsCommands = false;
	for (const checked of admitted) {
		const problem = await start(ports, new Extension(checked), async () => {
			const factory = await loadFactory<ExtensionAPI>(checked, packagesOf(workbench.host), requests);
			if (mentions(checked.graph, /\bmodelRegistry\b/)) await readModels(workbench.registry);
			await runtime.parts.loadFor(checked.graph);
			wantsCommands ||= mentions(checked.graph, /\bgetCommands\b/);
			return factory;
		});
		if (problem) failed.push(problem);
	}
	for (const [index, factory] of (flags.inline ?? []).entries()) {
		const name = factory.name || `inline-${index + 1}`;
		await runtime.parts.loadAll();
		wantsCommands = true;
		const extension = new Extension({ path: `<inline:${name}>`, name, origin: "inline" });
		const problem = await start(ports, extension, async () => factory);
		if (problem) failed.push(problem);
	}
	return { failed, wantsCommands };
}

/** Runs a factory; one that fails leaves nothing. */
async function start(
	ports: StartPorts,
	extension: Extension,
	load: () => Promise<InlineFactory>,
): Promise<ExtensionError | undefined> {
	const { workbench, requests, onStarted } = ports;
	const factoryPorts = { ...ports, cwd: workbench.host.cwd, tools: workbench.tools };
	try {
		const factory = await load();
		await withinTime(extension, factoryLimitMs, () => requests.run(() => runFactory(factoryPorts, extension, factory)));
		for (const [name, config] of extension.providers) connectProvider(extension, name, config, workbench);
		onStarted(extension);
		return undefined;
	} catch (error) {
		extension.unload();
		return { path: extension.path, error: errorMessage(error) };
	}
}
