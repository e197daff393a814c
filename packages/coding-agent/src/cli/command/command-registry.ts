import { loadDotEnv } from "@oh-my-pi/pi-ai/auth/dot-env";
import { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { builtInProviders } from "@oh-my-pi/pi-ai/providers/lists/providers";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { brokerOpener } from "../../accounts/open-broker.ts";
import { registryPreferences } from "../../models/registry-preferences.ts";
import { resolveDirectories } from "../../process/directories.ts";
import { loadSettings } from "../../settings/load/load-settings.ts";
import type { Settings } from "../../settings/settings.ts";
import type { FlagDefinition } from "../../startup/flags.data.ts";
import type { ParsedArgs } from "../../startup/parse-args.ts";
import { envClaim } from "../../trust/env-claim.ts";
import { TrustGate } from "../../trust/trust-gate.ts";

/** Flags of commands that need models or credentials. */
export const registryFlags = [
	{ name: "config", kind: "list", value: "file", help: "Additional settings file; overrides all others" },
	{ name: "profile", kind: "string", value: "name", help: "Use a separate set of settings, sessions and keys" },
	{ name: "help", alias: "h", kind: "boolean", help: "Show this" },
] as const satisfies readonly FlagDefinition[];

/** The models and credentials of a session started here. */
export async function commandRegistry(
	baseHost: Host,
	args: ParsedArgs,
): Promise<{ registry: ModelRegistry; settings: Settings; host: Host; problems: readonly string[] }> {
	const profile = args.flags.get("profile");
	const { agent, config } = resolveDirectories(baseHost, typeof profile === "string" ? profile : undefined);
	const gate = new TrustGate({ agentDir: agent, cwd: baseHost.cwd, home: baseHost.home, now: baseHost.now });
	const env = await loadDotEnv(baseHost, agent, config, (project) => gate.admits(envClaim(project)));
	await baseHost.trustAuthorities?.(env);
	const host = { ...baseHost, env };
	const overlays = args.lists.get("config") ?? [];
	const loading = loadSettings({ host, agentDir: agent, cwd: host.cwd, overlays, gate });
	const [settings, registry] = await Promise.all([
		loading,
		ModelRegistry.load({
			host,
			agentDir: agent,
			providers: builtInProviders,
			openRemote: brokerOpener(host, () => loading),
		}),
	]);
	registry.applyPreferences(registryPreferences(settings, host));
	return { registry, settings, host, problems: [...registry.problems, ...settings.problems] };
}
