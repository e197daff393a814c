import type { FeatureStart } from "../../workbench/feature-definition.ts";
import type { ConversationContext, RunningFeature } from "../../workbench/running-feature.ts";
import { lazyScheme } from "../../workbench/urls/lazy-scheme.ts";
import { sshHosts } from "./host-capability.ts";
import { SshHosts } from "./ssh-hosts.ts";

export function startSsh({ workbench: { host, env } }: FeatureStart): RunningFeature {
	const hosts = new SshHosts(host, env.child);
	return {
		async readFolder({ conversationId, registry, context }) {
			const { items, warnings } = await registry.load(sshHosts, context);
			hosts.put(conversationId, items);
			return warnings;
		},
		join({ top }: ConversationContext) {
			const ssh = hosts.serviceFor(top.id);
			const resolve = async () => (await import("./ssh-url.ts")).sshScheme(ssh);
			return {
				services: { ssh },
				toolsDependOn: ssh.hosts,
				urls: [{ ...lazyScheme("ssh", resolve), isListed: () => ssh.hosts().length > 0 }],
			};
		},
		[Symbol.asyncDispose]: () => hosts.close(),
	};
}
