import type { Host } from "@oh-my-pi/pi-utils/host";
import { changeTrusted, pluginsLeftOut } from "../../../plugins/change-trusted.ts";
import type { TryExtensions } from "../../../plugins/install/install-plugin.ts";
import type { PluginPlaces, PluginScope } from "../../../plugins/state/plugin-folders.ts";
import type { CliIo } from "../../../process/terminal/io.ts";
import type { ParsedArgs } from "../../../startup/parse-args.ts";
import { TrustGate } from "../../../trust/trust-gate.ts";

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

/** Changes the plugins of a scope; those of the project stay trusted. */
export async function keepTrust<Value>(
	call: PluginCall,
	scope: PluginScope,
	change: () => Promise<Value>,
): Promise<Value> {
	const { cwd, home, now } = call.host;
	const gate = new TrustGate({ agentDir: call.agentDir, cwd, home, now });
	const { value, isLeftOut } = await changeTrusted(call.places, scope, gate, change);
	if (isLeftOut) await call.io.stderr.write(`${pluginsLeftOut}\n`);
	return value;
}
