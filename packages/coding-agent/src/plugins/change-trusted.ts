import type { TrustGate } from "../trust/trust-gate.ts";
import { resolveHome } from "./state/installed.ts";
import type { PluginPlaces, PluginScope } from "./state/plugin-folders.ts";
import { projectClaim } from "./state/plugin-roots.ts";

export const pluginsLeftOut = 'The plugins of this project are not trusted yet. See "omp trust".';

/**
 * Changes the plugins of a scope. What the user installs into a project is trusted, unless the project brought plugins before that
 * nobody has trusted.
 */
export async function changeTrusted<Value>(
	places: PluginPlaces,
	scope: PluginScope,
	gate: TrustGate,
	change: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly isLeftOut: boolean }> {
	if (scope === "user") return { value: await change(), isLeftOut: false };
	const home = resolveHome(places, "project");
	const before = projectClaim(home);
	const wasTrusted = before === undefined || gate.admits(before);
	const value = await change();
	const after = projectClaim(home);
	if (!after || gate.admits(after)) return { value, isLeftOut: false };
	const waiting = gate.waiting.filter(({ kind, path }) => kind === after.kind && path === after.path);
	if (wasTrusted) await gate.decide(waiting, true);
	return { value, isLeftOut: !wasTrusted };
}
