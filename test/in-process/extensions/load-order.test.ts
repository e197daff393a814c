import { expect } from "bun:test";
import { symlinkSync } from "node:fs";
import { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { Extensions } from "../../../packages/coding-agent/src/features/extensions/extensions.ts";
import { hostPackages } from "../../../packages/coding-agent/src/sdk/packages/host-packages.ts";
import { loadSettings } from "../../../packages/coding-agent/src/settings/load/load-settings.ts";
import { TrustGate } from "../../../packages/coding-agent/src/trust/trust-gate.ts";
import { Workbench } from "../../../packages/coding-agent/src/workbench/workbench.ts";

const says = (name: string) => `export default () => { seen.push(${JSON.stringify(name)}); };\n`;

/** A place with an extension of every kind, in a project that is trusted. */
async function everyKind() {
	const files = await workspace({
		"project/.git/HEAD": "ref: refs/heads/main\n",
		"project/.omp/extensions/a.ts": says("project"),
		"project/.omp/hooks/pre/c.ts": says("hook"),
		"home/.omp/agent/extensions/b.ts": says("user"),
		"plugin/package.json": JSON.stringify({ name: "plug", version: "1.0.0", omp: { extensions: ["./main.ts"] } }),
		"plugin/main.ts": says("plugin"),
		"named.ts": says("named"),
		"set.ts": says("settings"),
	});
	symlinkSync(files.file("named.ts"), files.file("again.ts"));
	const paths = ["set.ts", "again.ts", "home/.omp/agent/extensions/b.ts"].map((path) => files.file(path));
	await files.write("home/.omp/agent/config.yml", `extensions: ${JSON.stringify(paths)}\n`);
	const agentDir = files.file("home/.omp/agent");
	const host = {
		cwd: files.file("project"),
		home: files.file("home"),
		env: {},
		now: Date.now,
		newId: () => Bun.randomUUIDv7(),
		packages: hostPackages,
	};
	const settings = await loadSettings({ host, agentDir, cwd: host.cwd, overlays: [] });
	const registry = await ModelRegistry.load({ host, agentDir, providers: [] });
	const gate = new TrustGate({ agentDir, cwd: host.cwd, home: host.home, now: host.now, acceptAll: true });
	const workbench = new Workbench({ host, agentDir, settings, registry, gate });
	return {
		async load(discovers: boolean) {
			const seen: string[] = [];
			Object.assign(globalThis, { seen });
			const extensions = new Extensions(workbench, {
				named: [files.file("named.ts")],
				...(discovers && { pluginDirs: [files.file("plugin")] }),
				discovers,
				inline: [() => void seen.push("inline")],
			});
			expect(await extensions.load()).toEqual([]);
			extensions.unload();
			return seen;
		},
		[Symbol.asyncDispose]: () => files[Symbol.asyncDispose](),
	};
}

verifies("extensions:load:order-and-dedup", async () => {
	await using place = await everyKind();
	expect(await place.load(true)).toEqual(["project", "user", "hook", "plugin", "named", "settings", "inline"]);
});

verifies("extensions:load:no-extensions", async () => {
	await using place = await everyKind();
	const loaded = await place.load(false);
	expect(loaded.filter((name) => ["project", "hook", "plugin"].includes(name))).toEqual([]);
	expect(loaded).toEqual(["named", "settings", "user", "inline"]);
});
