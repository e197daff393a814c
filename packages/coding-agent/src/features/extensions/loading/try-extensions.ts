import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { HostPackages } from "../../../process/host-packages.ts";
import { loadFactory } from "./load-extensions.ts";
import { readModuleGraph } from "./module-graph.ts";

const limitMs = 10_000;

/** Loads modules against an API that does nothing; throws for the first that fails. Nothing of them stays. */
export async function tryExtensions(modules: readonly string[], packages: HostPackages): Promise<void> {
	for (const path of modules) {
		try {
			const graph = readModuleGraph(path);
			const factory = await loadFactory<unknown>({ path, name: path, origin: "plugin", graph }, packages);
			const tooLong = Bun.sleep(limitMs).then(() => Promise.reject(new Error(`does not finish within ${limitMs} ms`)));
			await Promise.race([Promise.resolve(factory(inertApi())), tooLong]);
		} catch (error) {
			throw new Error(`Extension ${path} cannot be loaded: ${errorMessage(error)}`);
		}
	}
}

/** Whatever is asked of it, it is there, can be called, and does nothing. */
function inertApi(): unknown {
	const target = () => undefined;
	const api: unknown = new Proxy(target, {
		// Not a promise, or else awaiting it would never end.
		get: (_, key) => (key === "then" ? undefined : key === Symbol.toPrimitive ? () => "" : api),
		apply: () => api,
		construct: () => api as object,
		set: () => true,
		has: () => true,
	});
	return api;
}
