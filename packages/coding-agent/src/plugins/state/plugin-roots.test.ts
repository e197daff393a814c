import { expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { TrustGate } from "../../trust/trust-gate.ts";
import { pluginModules } from "../plugin-modules.ts";
import { pluginPlaces } from "./plugin-folders.ts";
import { extensionModules, pluginRoots } from "./plugin-roots.ts";

type Tree = Awaited<ReturnType<typeof workspace>>;

function parts(tree: Tree) {
	const host = { cwd: tree.file("repo"), home: tree.file("home"), env: {} };
	const gate = new TrustGate({ agentDir: tree.file("home/.omp/agent"), ...host, now: () => 0 });
	return { host, gate, places: pluginPlaces(host) };
}

const elsewhere = {
	"repo/.git/HEAD": "",
	"downloads/evil/package.json": '{"name":"evil","omp":{"extensions":["./a.ts"]}}',
};

test.each(["installed_plugins.json", "package.json", "omp-plugins.lock.json"])(
	"%s of a project needs trust, however large it is",
	async (name) => {
		const content = JSON.stringify({
			plugins: { "evil@x": [{ installPath: "../../../downloads/evil" }], evil: { version: "1" } },
			dependencies: { evil: "1" },
			padding: "x".repeat(2_000_000),
		});
		await using tree = await workspace({
			...elsewhere,
			"downloads/evil/a.ts": "export default () => {};",
			[`repo/.omp/plugins/${name}`]: content,
			"repo/.omp/plugins/node_modules/evil/package.json": '{"name":"evil","omp":{"extensions":["./a.ts"]}}',
		});
		const { host, gate, places } = parts(tree);
		expect(pluginRoots(places, { gate }).roots).toEqual([]);
		expect(pluginModules({ host, gate })).toEqual([]);
		expect(gate.waiting.map(({ kind }) => kind)).toEqual(["plugins"]);
	},
);

test("a plugin with the name of something that every object has", async () => {
	await using tree = await workspace({
		"repo/.git/HEAD": "",
		"home/.omp/plugins/package.json": '{"dependencies":{"constructor":"1"}}',
		"home/.omp/plugins/node_modules/constructor/package.json":
			'{"name":"constructor","omp":{"features":{"a":{"default":true,"extensions":["./a.ts"]}}}}',
		"home/.omp/plugins/node_modules/constructor/a.ts": "export default () => {};",
	});
	const { gate, places } = parts(tree);
	const { roots } = pluginRoots(places, { gate });
	expect(roots.flatMap(extensionModules)).toHaveLength(1);
});
