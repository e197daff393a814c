import { dirname } from "node:path";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { type HostPackages, type PackageSession, runningSession } from "../../../process/host-packages.ts";
import { isInProject } from "../../../trust/project.ts";
import type { TrustGate } from "../../../trust/trust-gate.ts";
import { extensionClaim } from "./extension-claim.ts";
import { type ExtensionError, type ExtensionPlaces, type FoundExtension, findExtensions } from "./find-extensions.ts";
import { importGraph } from "./import-graph.ts";
import { checkSyntax, type ModuleGraph, readModuleGraph, SharedFiles } from "./module-graph.ts";

export interface CheckedExtension extends FoundExtension {
	readonly graph: ModuleGraph;
}

/** A factory gets the API and registers what the extension brings. */
export type ExtensionFactory<Api> = (pi: Api) => unknown;

/** Finds extensions and asks the gate about those of the project. Nothing is run. */
export function checkExtensions(
	places: ExtensionPlaces,
	gate: TrustGate,
): { readonly admitted: readonly CheckedExtension[]; readonly errors: readonly ExtensionError[] } {
	const { found, errors } = findExtensions(places);
	const admitted: CheckedExtension[] = [];
	const problems = [...errors];
	const ofProject = new SharedFiles();
	for (const extension of found) {
		try {
			const { path, origin } = extension;
			// What the user named, or keeps at home, is the user's. A link of the project is the project's, wherever it leads.
			const isElsewhere = () => !isInProject(gate.project, path) && !isInProject(gate.project, dirname(path));
			const isTrusted =
				origin === "command-line" ||
				origin === "user" ||
				((origin === "settings" || origin === "plugin") && isElsewhere());
			const graph = isTrusted
				? readModuleGraph(path)
				: readModuleGraph(path, (file) => isInProject(gate.project, file), ofProject);
			if (isTrusted || gate.admits(extensionClaim(path, graph, gate.project.root, extension.kind))) {
				admitted.push({ ...extension, graph });
			}
		} catch (error) {
			problems.push({ path: extension.path, error: errorMessage(error) });
		}
	}
	return { admitted, errors: problems };
}

/** Loads one extension: the very texts that were checked. What it imports of omp acts for the session. */
export async function loadFactory<Api>(
	{ path, graph }: CheckedExtension,
	packages: HostPackages,
	session: PackageSession = runningSession,
): Promise<ExtensionFactory<Api>> {
	const module = await importGraph(graph, packages, session).catch((error: unknown) => {
		checkSyntax(graph);
		throw error;
	});
	const factory = module.default;
	if (typeof factory === "function") return (pi) => factory(pi);
	throw new Error(`Extension does not export a valid factory function: ${path}`);
}
