import { expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { TrustGate } from "../../trust/trust-gate.ts";
import { pluginPlaces } from "../state/plugin-folders.ts";
import { pluginRoots } from "../state/plugin-roots.ts";
import { autoUpdate } from "./upgrade.ts";

test("a project that is not trusted cannot have a plugin installed as an upgrade", async () => {
	await using tree = await workspace({
		"market/.omp-plugin/marketplace.json": JSON.stringify({
			name: "acme",
			owner: { name: "Acme" },
			plugins: [{ name: "deploy", source: "./deploy", version: "2.0.0" }],
		}),
		"market/deploy/package.json": '{"name":"deploy","omp":{"extensions":["./a.ts"]}}',
		"market/deploy/a.ts": "export default () => {};",
		"home/.omp/plugins/cache/x": "",
		"repo/.git/HEAD": "",
		"repo/.omp/plugins/installed_plugins.json": JSON.stringify({
			plugins: { "deploy@acme": [{ installPath: "../../../home/.omp/plugins/cache", version: "1.0.0" }] },
		}),
	});
	const marketplace = {
		name: "acme",
		sourceType: "local",
		sourceUri: tree.file("market"),
		catalogPath: tree.file("market"),
	};
	await tree.write("home/.omp/marketplaces.json", JSON.stringify({ marketplaces: [marketplace] }));
	const host = { cwd: tree.file("repo"), home: tree.file("home"), env: {}, now: () => 0, newId: () => "id" };
	const places = pluginPlaces(host);
	const tried: string[] = [];
	const tryExtensions = async (modules: readonly string[]) => void tried.push(...modules);
	const gate = new TrustGate({ agentDir: tree.file("home/.omp/agent"), cwd: host.cwd, home: host.home, now: () => 0 });
	expect(await autoUpdate("auto", { places, host, tryExtensions, gate })).toEqual([]);
	expect(tried).toEqual([]);
	pluginRoots(places, { gate });
	await gate.decide(gate.waiting, true);
	expect(await autoUpdate("notify", { places, host, tryExtensions, gate })).toHaveLength(1);
});
