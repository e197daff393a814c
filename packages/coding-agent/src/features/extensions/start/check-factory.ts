import { type HostPackages, runningSession } from "../../../process/host-packages.ts";
import { EventBus } from "../api/event-bus.ts";
import { Extension } from "../api/extension.ts";
import type { Runtime } from "../api/extension-api.ts";
import { OptionalParts } from "../api/optional-parts.ts";
import type { ExtensionAPI } from "../api/types.ts";
import { type CheckedExtension, loadFactory } from "../loading/load-extensions.ts";
import { runFactory } from "./run-factory.ts";

/** Loads an extension as a start does, without a session; throws what its start would report. Nothing of it stays. */
export async function checkFactory(
	checked: CheckedExtension,
	{ cwd, packages }: { readonly cwd: string; readonly packages: HostPackages },
): Promise<void> {
	const factory = await loadFactory<ExtensionAPI>(checked, packages);
	const parts = new OptionalParts(packages(runningSession));
	await parts.loadFor(checked.graph);
	const extension = new Extension(checked);
	const ports = { cwd, runtime: withoutSession(parts), tools: [], ui: () => undefined, started: () => [] };
	try {
		await runFactory(ports, extension, factory);
	} finally {
		extension.unload();
	}
}

function withoutSession(parts: OptionalParts): Runtime {
	return {
		session: undefined,
		bus: new EventBus(),
		parts,
		flags: new Map(),
		tools: { inactive: new Set(), waiting: () => [], ownerOf: () => undefined },
		connectProvider: () => {},
		disconnectProvider: () => {},
		changed: () => {},
		report: () => {},
		follow: () => {},
	};
}
