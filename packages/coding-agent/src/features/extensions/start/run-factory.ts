import type { BuiltInTool } from "@oh-my-pi/pi-tools/contract/built-in-tool";
import type { ExtensionFrontEnd } from "../../../workbench/contract/extension-host.ts";
import type { Extension } from "../api/extension.ts";
import { extensionApi, type Runtime } from "../api/extension-api.ts";
import type { InlineFactory } from "./extension-places.ts";

export interface FactoryPorts {
	readonly cwd: string;
	readonly runtime: Runtime;
	/** omp's own. */
	readonly tools: ReadonlyArray<Pick<BuiltInTool, "name">>;
	readonly ui: () => ExtensionFrontEnd["ui"];
	readonly started: () => readonly Extension[];
}

/** Custom tools and commands return what they bring; others register it. */
export async function runFactory(
	{ cwd, runtime, tools, ui, started }: FactoryPorts,
	extension: Extension,
	factory: InlineFactory,
): Promise<void> {
	const api = extensionApi(extension, runtime);
	if (extension.kind !== "tool" && extension.kind !== "command") {
		await factory(api);
		return;
	}
	const [{ moduleApi }, { registerReturned }] = await Promise.all([
		import("../modules/module-api.ts"),
		import("../modules/start-module.ts"),
	]);
	const returned = await factory(moduleApi(extension, api, runtime, { cwd, ui }));
	const known = [...tools, ...started().flatMap((other) => [...other.tools.values()])];
	registerReturned(extension, returned, { runtime, takenTools: new Set(known.map(({ name }) => name)) });
}
