import { extname } from "node:path";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { type HostPackages, runningSession } from "../../../process/host-packages.ts";
import type { TrustGate } from "../../../trust/trust-gate.ts";
import { execute } from "../api/exec.ts";
import { createLogger } from "../api/extension-api.ts";
import { headlessUi } from "../api/headless-ui.ts";
import type { ExtensionError } from "../loading/find-extensions.ts";
import { checkExtensions, loadFactory } from "../loading/load-extensions.ts";
import { schemas } from "../schema/schemas.ts";
import { type CustomTool, type CustomToolAPI, noPendingActions, type StagedAction } from "./module-api.ts";
import { isTool } from "./start-module.ts";

export interface LoadedCustomTool {
	readonly path: string;
	readonly resolvedPath: string;
	readonly tool: CustomTool;
}

export interface LoadedCustomTools {
	readonly tools: readonly LoadedCustomTool[];
	readonly errors: readonly ExtensionError[];
}

export interface CustomToolPlace {
	readonly cwd: string;
	readonly home: string;
	readonly agentDir: string;
	readonly gate: TrustGate;
	readonly packages: HostPackages;
	/** Where staged changes go. */
	readonly pushPendingAction?: (action: StagedAction) => void;
}

/** Custom tools for programs that run tools themselves: those in folders, then the named ones. */
export async function loadCustomTools(
	named: readonly string[],
	builtInNames: readonly string[],
	place: CustomToolPlace,
): Promise<LoadedCustomTools> {
	const { gate, packages } = place;
	const isDescription = (path: string) => [".md", ".json"].includes(extname(path));
	const errors: ExtensionError[] = named
		.filter(isDescription)
		.map((path) => ({ path, error: "This file describes a tool and cannot be loaded as one" }));
	const modules = named.filter((path) => !isDescription(path));
	const known = new Set(gate.waiting.map(({ id }) => id));
	const checked = checkExtensions({ ...place, named: modules, configured: [], disabled: [], discovers: true }, gate);
	const left = gate.waiting.filter(({ id, kind }) => kind === "tool" && !known.has(id));
	errors.push(...checked.errors, ...left.map(({ path }) => ({ path, error: "Not trusted; see omp trust" })));
	const wanted = [
		...checked.admitted.filter(({ kind }) => kind === "tool"),
		...checked.admitted.filter(({ kind, origin }) => kind === undefined && origin === "command-line"),
	];
	const taken = new Set(builtInNames);
	const tools: LoadedCustomTool[] = [];
	for (const extension of wanted) {
		const { path, graph } = extension;
		try {
			const factory = await loadFactory<CustomToolAPI>(extension, packages);
			const returned = await factory(
				createApi(path, place, { ...(await packages(runningSession)["pi-coding-agent"]?.()) }),
			);
			const candidates: readonly unknown[] = Array.isArray(returned) ? returned : [returned];
			for (const tool of candidates) {
				if (!isTool(tool)) throw new Error("Custom tool needs name, description, parameters and execute");
				if (taken.has(tool.name)) errors.push({ path, error: conflict(tool.name) });
				else tools.push({ path, resolvedPath: graph.entry, tool });
				taken.add(tool.name);
			}
		} catch (error) {
			errors.push({ path, error: errorMessage(error) });
		}
	}
	return { tools, errors };
}

function conflict(name: string): string {
	return `Tool name "${name}" conflicts with an existing tool`;
}

function createApi(
	path: string,
	{ cwd, pushPendingAction = noPendingActions }: CustomToolPlace,
	pi: CustomToolAPI["pi"],
): CustomToolAPI {
	return {
		cwd,
		exec: (command, args, options = {}) => execute(command, args, { cwd, ...options }),
		ui: headlessUi,
		hasUI: false,
		logger: createLogger(path),
		...schemas,
		pi,
		pushPendingAction,
	};
}
