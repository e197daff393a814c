import type { Feature } from "../contract/feature.ts";
import { sshHosts } from "./host-capability.ts";
import { sshHostKind } from "./host-claim.ts";
import { sshProvider } from "./ssh-provider.ts";

/** Other computers: the hosts of `ssh.json`, the tool `ssh`, `ssh://`, `/ssh` and `omp ssh`. */
export const sshFeature: Feature = {
	name: "ssh",
	trustKinds: [sshHostKind],
	discovery: [sshProvider],
	survey: async ({ registry, context }) => void (await registry.load(sshHosts, context)),
	inventory: async () => [(await import("../../inventory/capability-kind.ts")).capabilityKind(sshHosts)],
	commands: async () => [(await import("./command.ts")).sshCommand],
	cliCommands: [
		{
			name: "ssh",
			summary: "Show, add and remove SSH hosts",
			load: async () => (await import("./cli.ts")).ssh,
			completionSpec: async () => {
				const { flags, hostActions } = await import("./cli.ts");
				return { flags, actions: [...hostActions] };
			},
		},
	],
	start: async (start) => (await import("./start-ssh.ts")).startSsh(start),
};
