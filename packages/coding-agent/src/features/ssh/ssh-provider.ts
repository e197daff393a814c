import { join } from "node:path";
import { type DiscoveryProvider, loads } from "../../discovery/contract/capability.ts";
import { sshHosts } from "./host-capability.ts";

const identity = { id: "ssh", displayName: "SSH Config" };

export const sshProvider: DiscoveryProvider = {
	...identity,
	description: "Hosts in ssh.json, of the project and of the user",
	priority: 5,
	loads: loads(sshHosts, async (context) => {
		const { cwd, agentDir, files } = context;
		const candidates = [
			{ path: join(cwd, ".omp", "ssh.json"), level: "project" as const },
			{ path: join(agentDir, "ssh.json"), level: "user" as const },
			{ path: join(cwd, "ssh.json"), level: "project" as const },
			{ path: join(cwd, ".ssh.json"), level: "project" as const },
		];
		const existing = candidates.filter(({ path }) => files.isFile(path));
		if (existing.length === 0) return { items: [] };
		const { readSshFiles } = await import("./read-ssh-files.ts");
		return readSshFiles(identity, existing, context);
	}),
};
