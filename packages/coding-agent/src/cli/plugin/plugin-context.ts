import type { Host } from "@oh-my-pi/pi-utils/host";
import type { TryExtensions } from "../../plugins/install/install-plugin.ts";
import { homeOf } from "../../plugins/installed.ts";
import type { PluginPlaces, PluginScope } from "../../plugins/state/plugin-places.ts";
import { projectClaim } from "../../plugins/state/plugin-roots.ts";
import type { CliIo } from "../../process/io.ts";
import type { ParsedArgs } from "../../startup/parse-args.ts";
import { TrustGate } from "../../trust/trust-gate.ts";

/** A call of `omp plugin`. */
export interface PluginCall {
	readonly host: Host;
	readonly io: CliIo;
	readonly agentDir: string;
	readonly places: PluginPlaces;
	/** After the action's name. */
	readonly words: readonly string[];
	readonly args: ParsedArgs;
	readonly json: boolean;
	readonly scope: PluginScope | undefined;
	readonly tryExtensions: TryExtensions;
}

export type PluginAction = (call: PluginCall) => Promise<number>;

export async function printJson({ io }: PluginCall, value: unknown): Promise<void> {
	await io.stdout.write(`${JSON.stringify(value, undefined, 2)}\n`);
}

/**
 * Changes the plugins of a scope. What the user installs into a project is trusted, unless the project brought plugins before that
 * nobody has trusted.
 */
export async function keepTrust<Value>(
	call: PluginCall,
	scope: PluginScope,
	change: () => Promise<Value>,
): Promise<Value> {
	if (scope === "user") return change();
	const home = homeOf(call.places, "project");
	const { cwd, home: userHome, now } = call.host;
	const gate = new TrustGate({ agentDir: call.agentDir, cwd, home: userHome, now });
	const before = projectClaim(home);
	const wasTrusted = before === undefined || gate.admits(before);
	const value = await change();
	const after = projectClaim(home);
	if (!after || gate.admits(after)) return value;
	if (wasTrusted) await gate.decide(gate.waiting, true);
	else await call.io.stderr.write('The plugins of this project are not trusted yet. See "omp trust".\n');
	return value;
}
