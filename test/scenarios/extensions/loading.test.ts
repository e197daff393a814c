import { describe, expect, test } from "bun:test";
import { basename } from "node:path";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { tracedExecutable } from "../../loaded-sources.ts";

/** An extension that leaves its name where a test can see it: on stderr. */
const says = (name: string) => `export default () => { console.error(${JSON.stringify(`loaded ${name}`)}); };\n`;

const loadedIn = (stderr: string) => [...stderr.matchAll(/^loaded (.+)$/gm)].map(([, name]) => name);

describe("which extensions are loaded", () => {
	test("the project's, the user's, the named and the configured ones, in that order, each once", async () => {
		await using omp = await ompProject({
			replies: [text("Hi.")],
			files: { ".omp/extensions/a.ts": says("project"), "named.ts": says("named"), "other.js": says("other") },
		});
		await omp.home.write(".omp/agent/extensions/b.ts", says("user"));
		await omp.home.write(".omp/agent/config.yml", `extensions: ["${omp.path}/named.ts", "${omp.home.path}/set.ts"]\n`);
		await omp.home.write("set.ts", says("settings"));
		const { stderr, stdout } = await omp.run(["--trust", "-e", "./named.ts", "--hook", "other.js", "-p", "hi"]);
		expect(loadedIn(stderr)).toEqual(["project", "user", "named", "other", "settings"]);
		expect(stdout).toBe("Hi.\n");
	});

	verifies("extensions:load:directory-rules", async () => {
		await using omp = await ompProject({
			replies: [text("Hi.")],
			files: {
				"by-manifest/package.json": JSON.stringify({ omp: { extensions: ["./src/main.ts", "./missing.ts"] } }),
				"by-manifest/src/main.ts": says("manifest"),
				"by-manifest/index.ts": says("no"),
				"by-index/index.ts": says("index"),
				"by-index/index.js": says("no"),
				"by-scan/one.ts": says("one"),
				"by-scan/two/index.js": says("two"),
				"by-scan/three/lib.ts": says("no"),
				"by-scan/types.d.ts": "declare const x: number;",
			},
		});
		const { stderr } = await omp.run(["-e", "by-manifest", "-e", "by-index", "-e", "by-scan", "-p", "hi"]);
		expect(loadedIn(stderr)).toEqual(["manifest", "index", "one", "two"]);
	});

	verifies("extensions:load:disabled-module", async () => {
		await using omp = await ompProject({ replies: [text("Hi.")] });
		await omp.home.write(".omp/agent/extensions/on.ts", says("on"));
		await omp.home.write(".omp/agent/extensions/off/index.ts", says("off"));
		await omp.home.write(".omp/agent/config.yml", 'disabledExtensions: ["extension-module:off"]\n');
		expect(loadedIn((await omp.run(["-p", "hi"])).stderr)).toEqual(["on"]);
	});

	test("with --no-extensions only those that are named", async () => {
		await using omp = await ompProject({ replies: [text("Hi.")], files: { "named.ts": says("named") } });
		await omp.home.write(".omp/agent/extensions/b.ts", says("user"));
		expect(loadedIn((await omp.run(["--no-extensions", "-e", "named.ts", "-p", "hi"])).stderr)).toEqual(["named"]);
	});

	verifies("extensions:load:errors-isolated", async () => {
		await using omp = await ompProject({
			replies: [text("Hi.")],
			files: {
				"broken.ts": "export default (\n",
				"throws.ts": 'export default () => { throw new Error("on purpose"); };',
				"lonely.ts": 'import "nobody-has-this"; export default () => {};',
				"absent.ts": 'import "./nowhere.ts"; export default () => {};',
				"fine.ts": says("fine"),
			},
		});
		const names = ["broken.ts", "throws.ts", "lonely.ts", "absent.ts", "missing.ts", "fine.ts"];
		const { stderr, exitCode } = await omp.run([...names.flatMap((name) => ["-e", name]), "-p", "hi"]);
		expect(loadedIn(stderr)).toEqual(["fine"]);
		expect(exitCode).toBe(0);
		expect(stderr).toMatch(/Failed to load extension .*broken\.ts: line 1/);
		expect(stderr).toContain(`Failed to load extension ${omp.path}/throws.ts: on purpose`);
		expect(stderr).toContain("Cannot find the package nobody-has-this");
		expect(stderr).toContain("Cannot find ./nowhere.ts");
		expect(stderr).toContain("Failed to load extension missing.ts: No such file or folder");
	});

	verifies("extensions:module:factory", async () => {
		await using omp = await ompProject({
			replies: [text("Hi.")],
			files: {
				"none.ts": "export const x = 1;\n",
				"common.cjs": `module.exports = () => console.error("loaded common");`,
			},
		});
		const { stderr } = await omp.run(["-e", "none.ts", "-e", "common.cjs", "-p", "hi"]);
		expect(stderr).toContain(`Extension does not export a valid factory function: ${omp.path}/none.ts`);
		expect(loadedIn(stderr)).toEqual(["common"]);
	});

	verifies("extensions:module:host-specifiers", async () => {
		const source = `
			import type { ExtensionAPI } from "@oh-my-pi/pi-coding-agent";
			import { SessionManager } from "@oh-my-pi/pi-coding-agent";
			import { Text } from "@mariozechner/pi-tui";
			import { visibleWidth } from "@earendil-works/pi-tui";
			import { StringEnum } from "@oh-my-pi/pi-ai";
			import { Type } from "@sinclair/typebox";
			import { helper } from "./lib/helper.js";
			import data from "./data.json";
			export default function (pi: ExtensionAPI): void {
				const seen = [typeof SessionManager, typeof Text, visibleWidth("abc"), StringEnum(["a"]).enum, Type.String().type];
				console.error("loaded " + JSON.stringify([...seen, helper(), data.answer, import.meta.dir]));
			}`;
		await using omp = await ompProject({
			replies: [text("Hi.")],
			files: {
				"e/main.ts": source,
				"e/lib/helper.ts": "export const helper = (): string => 'helped';\n",
				"e/data.json": '{"answer": 42}',
			},
		});
		const { stderr } = await omp.run(["-e", "e/main.ts", "-p", "hi"]);
		const seen = ["object", "function", 3, ["a"], "string", "helped", 42, `${omp.path}/e`];
		expect(loadedIn(stderr)).toEqual([JSON.stringify(seen)]);
	});
});

describe("extensions of a project", () => {
	const files = {
		".omp/extensions/a.ts":
			'import { name } from "../lib.ts";\nexport default () => console.error("loaded " + name);\n',
		".omp/lib.ts": 'export const name = "one";\n',
	};

	test("run only when exactly this was accepted, and are asked about again when an import changed", async () => {
		await using omp = await ompProject({ replies: [text("1"), text("2"), text("3")], files });
		const before = await omp.run(["-p", "hi"]);
		expect(loadedIn(before.stderr)).toEqual([]);
		expect(before.stderr).toContain("Not trusted and left out: .omp/extensions/a.ts");
		const shown = await omp.run(["trust", "show"]);
		expect(shown.stdout).toContain("runs inside omp, with your full permissions");
		expect((await omp.run(["trust", "allow"])).exitCode).toBe(0);
		expect(loadedIn((await omp.run(["-p", "hi"])).stderr)).toEqual(["one"]);
		await omp.files.write(".omp/lib.ts", 'export const name = "two";\n');
		const changed = await omp.run(["-p", "hi"]);
		expect(loadedIn(changed.stderr)).toEqual([]);
		expect(changed.stderr).toContain("Not trusted and left out");
	});

	test("named by the user's settings with a path of the project need trust, too", async () => {
		await using omp = await ompProject({ replies: [text("1")], files: { "tools/x.ts": says("x") } });
		await omp.home.write(".omp/agent/config.yml", 'extensions: ["tools/x.ts"]\n');
		const { stderr } = await omp.run(["-p", "hi"]);
		expect(loadedIn(stderr)).toEqual([]);
		expect(stderr).toContain("tools/x.ts");
	});
});

test("packages beside an extension get omp's own packages, and a name that omp lacks fails when it is used", async () => {
	const dependency = {
		"lib/node_modules/peers/package.json": JSON.stringify({ name: "peers", exports: { ".": "./src/index.ts" } }),
		"lib/node_modules/peers/src/index.ts": [
			'import { visibleWidth } from "@mariozechner/pi-tui";',
			'import { formatSize } from "@earendil-works/pi-coding-agent";',
			"export const facts = [visibleWidth('abc'), formatSize(2048)];",
		].join("\n"),
	};
	const extension = [
		'import { Type } from "typebox";',
		'import { StringEnum } from "@earendil-works/pi-ai/compat";',
		'import { Text, inventedWidget } from "@oh-my-pi/pi-tui";',
		'import { facts } from "peers";',
		"export default () => {",
		"	console.error('facts', JSON.stringify([...facts, StringEnum(['a']).enum, Type.String().type, new Text('x', 1, 0).render(9)]));",
		"	try { inventedWidget(); } catch (error) { console.error(error.message); }",
		"};",
	].join("\n");
	await using omp = await ompProject({ replies: [text("Hi.")], files: { ...dependency, "lib/index.ts": extension } });
	const { stderr } = await omp.run(["-e", "lib", "-p", "hi"]);
	expect(stderr).toContain('facts [3,"2.0KB",["a"],"string",[" x"]]');
	expect(stderr).toContain('omp has no "inventedWidget" of @oh-my-pi/pi-tui');
});

test("where there are no extensions, nothing of them is loaded", async () => {
	await using omp = await ompProject({ replies: [text("Hi."), text("Hi.")], files: { "a.ts": says("a") } });
	await using executable = await tracedExecutable();
	const loadedBy = async (args: readonly string[]) => {
		const { sources } = await executable.loadedBy([...args, "-p", "hi"], { cwd: omp.path, env: omp.env });
		return sources
			.filter((path) => /coding-agent\/src\/(features\/extensions|sdk)\//.test(path))
			.map((path) => basename(path));
	};
	expect((await loadedBy([])).toSorted()).toEqual(["feature.ts", "has-extensions.ts", "host-packages.ts"]);
	expect(await loadedBy(["-e", "a.ts"])).toContain("extensions.ts");
}, 30_000);

test("names that published extensions import: tools for a folder, the catalog, settings", async () => {
	await using omp = await ompProject({ replies: [text("Hi.")] });
	await omp.home.write(".omp/agent/config.yml", "shellPath: /bin/sh\n");
	await omp.home.write(
		".omp/agent/extensions/names.ts",
		`import { createBashTool, createCodingTools, SettingsManager } from "@mariozechner/pi-coding-agent";
		import { getModels } from "@mariozechner/pi-ai/compat";
		import { getModel, getProviders, StringEnum } from "@mariozechner/pi-ai";
		export default async function (pi) {
			const bash = createBashTool(process.cwd(), { commandPrefix: "alias x=y; echo blocked" });
			const facts = {
				tools: createCodingTools(process.cwd()).map(({ name }) => name),
				ran: (await bash.execute("1", { command: "echo then" })).content[0].text,
				models: getModels("anthropic").length > 3 && getProviders().includes("openai"),
				model: getModel("openai", "gpt-5")?.id,
				enum: typeof StringEnum,
				shell: SettingsManager.create(process.cwd()).getShellPath(),
			};
			console.error("facts " + JSON.stringify(facts));
		}\n`,
	);
	const { stderr } = await omp.run(["-p", "hi"]);
	expect(JSON.parse(/^facts (.*)$/m.exec(stderr)?.[1] ?? stderr)).toEqual({
		tools: ["read", "bash", "edit", "write"],
		ran: "blocked\nthen",
		models: true,
		model: "gpt-5",
		enum: "function",
		shell: "/bin/sh",
	});
});
