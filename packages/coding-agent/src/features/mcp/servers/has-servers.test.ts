import { expect, test } from "bun:test";
import { join } from "node:path";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { mcpServers } from "../../../discovery/capabilities/mcp-servers.ts";
import { CapabilityRegistry } from "../../../discovery/contract/capability-registry.ts";
import { loadContext } from "../../../discovery/contract/load-context.ts";
import { discoveryProviders } from "../../../discovery/providers.ts";
import { TrustGate } from "../../../trust/trust-gate.ts";
import { mayHaveServers } from "./has-servers.ts";

/** The files that are looked at for servers where there are none, relative to `app` and `home`. */
async function lookedAt(): Promise<string[]> {
	await using place = await workspace({ "app/x": "", "home/x": "" });
	const [cwd, home] = [place.file("app"), place.file("home")];
	const agentDir = join(home, ".omp", "agent");
	const gate = new TrustGate({ agentDir, cwd, acceptAll: true });
	const context = await loadContext({ cwd, home, agentDir, gate, env: {} });
	const paths = new Set<string>();
	const files = new Proxy(context.files, {
		get(target, name) {
			const member: unknown = Reflect.get(target, name, target);
			if (typeof member !== "function") return member;
			return (...args: unknown[]) => {
				if (typeof args[0] === "string") paths.add(args[0]);
				return member.apply(target, args);
			};
		},
	});
	const registry = new CapabilityRegistry(discoveryProviders, { providers: () => [], extensions: () => [] });
	await registry.load(mcpServers, { ...context, files });
	return [...paths].map((path) => path.slice(place.path.length + 1)).filter((path) => /\.(json|toml)$/.test(path));
}

test("every file that can define a server is noticed, and nothing else makes omp look", async () => {
	const has = async (files: Record<string, string>) => {
		await using place = await workspace({ "app/x": "", "home/x": "", ...files });
		const host = { cwd: place.file("app"), home: place.file("home"), env: {} };
		const settings = { named: { extensions: [], pluginDirs: [], discovers: true } };
		return mayHaveServers({ host, agentDir: join(host.home, ".omp", "agent"), settings } as never);
	};
	const paths = await lookedAt();
	expect(paths.length).toBeGreaterThan(15);
	for (const path of paths) expect([path, await has({ [path]: "{}" })]).toEqual([path, true]);
	expect(await has({ "home/.omp/agent/config.yml": "", "app/package.json": "{}", "app/.claude/x": "" })).toBe(false);
});
