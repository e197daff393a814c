import { expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { pluginWorld } from "./plugin-world.ts";

const hook = (command: string) => [{ hooks: [{ type: "command", command }] }];
const hooksFile = (hooks: object) => JSON.stringify({ description: "Ours", hooks });
const says = (text: string) => `sh "\${CLAUDE_PLUGIN_ROOT}/hooks/say.sh" ${text}`;
const script = 'echo "$1 from $(basename "$(dirname "$CLAUDE_PLUGIN_ROOT")")"\n';

const marketplace = {
	".claude-plugin/marketplace.json": JSON.stringify({
		name: "acme",
		owner: { name: "Acme" },
		plugins: [
			{ name: "style", source: "./plugins/style", version: "1.0.0" },
			{ name: "other", source: "./plugins/other", version: "1.0.0" },
			{ name: "docs", source: "./", strict: false, skills: ["./skills/pdf", "./skills/docx"] },
		],
	}),
	"plugins/style/hooks/hooks.json": hooksFile({ SessionStart: hook(says("Explain.")) }),
	"plugins/style/hooks/say.sh": script,
	"plugins/other/.claude-plugin/plugin.json": JSON.stringify({
		name: "other",
		hooks: { UserPromptSubmit: hook(says("Explain.")) },
	}),
	"plugins/other/hooks/say.sh": script,
	"skills/pdf/SKILL.md": "---\nname: pdf\ndescription: Reads PDF\n---\nRead.\n",
	"skills/docx/SKILL.md": "---\nname: docx\ndescription: Reads DOCX\n---\nRead.\n",
	"skills/pptx/SKILL.md": "---\nname: pptx\ndescription: Reads PPTX\n---\nRead.\n",
};

test("hooks of installed plugins run, and installing one says so", async () => {
	await using repository = await workspace(marketplace, { git: true });
	await using world = await pluginWorld();
	await world.plugin("marketplace", "add", `file://${repository.path}`);
	const installed = await world.plugin("install", "style@acme");
	expect(installed.stdout).toBe(
		`Installed style@acme 1.0.0\nIt has hooks, which run commands on this machine (SessionStart):\n  SessionStart: ${says("Explain.")}\n`,
	);
	await world.plugin("install", "other@acme");
	const { stderr } = await world.omp.run(["-p", "hi"]);
	expect(stderr).toBe("");
	const request = () => JSON.stringify(world.omp.model.requests.at(-1)?.messages);
	// The same command, once for each plugin.
	expect(request().match(/Explain\. from/g)).toHaveLength(2);
	await world.omp.run(["--no-extensions", "-p", "hi"]);
	expect(request()).not.toContain("Explain.");
	await world.plugin("disable", "style@acme");
	await world.omp.run(["-p", "hi"]);
	expect(request().match(/Explain\. from/g)).toHaveLength(1);
	await world.omp.home.write(".claude/settings.json", '{ "disableAllHooks": true }');
	await world.omp.run(["-p", "hi"]);
	expect(request()).not.toContain("Explain.");
});

test("hooks of a project's plugin wait for trust, with the scripts they run; those of --plugin-dir are the user's", async () => {
	const plugin = {
		"tree/hooks/hooks.json": hooksFile({ SessionStart: hook(says("Hello.")) }),
		"tree/hooks/say.sh": script,
	};
	await using world = await pluginWorld({
		...plugin,
		".git/HEAD": "ref: refs/heads/main\n",
		".omp/plugins/installed_plugins.json": "",
	});
	const { omp } = world;
	const request = () => JSON.stringify(omp.model.requests.at(-1)?.messages);
	await omp.run(["--plugin-dir", "tree", "-p", "hi"]);
	expect(request()).toContain("Hello. from");
	const entry = { scope: "project", installPath: omp.files.file("tree"), version: "1.0.0" };
	await omp.files.write(
		".omp/plugins/installed_plugins.json",
		JSON.stringify({ version: 2, plugins: { "tree@acme": [entry] } }),
	);
	const first = await omp.run(["-p", "hi"]);
	expect(first.stderr).toContain("Not trusted and left out");
	expect(request()).not.toContain("Hello.");
	// First that the plugin counts, then what it runs.
	for (let round = 0; round < 2; round++) await omp.run(["trust", "allow"]);
	await omp.run(["-p", "hi"]);
	expect(request()).toContain("Hello. from");
	await omp.files.write("tree/hooks/say.sh", "echo Changed.\n");
	expect((await omp.run(["-p", "hi"])).stderr).toContain("Not trusted and left out");
	expect(request()).not.toContain("Changed.");
});

test("an entry of a marketplace that lists skills brings those and no others", async () => {
	await using repository = await workspace(marketplace, { git: true });
	await using world = await pluginWorld();
	await world.plugin("marketplace", "add", `file://${repository.path}`);
	await world.plugin("install", "docs@acme");
	await world.omp.run(["-p", "hi"]);
	const prompt = JSON.stringify(world.omp.model.requests.at(-1)?.system);
	expect(["pdf", "docx", "pptx"].filter((name) => prompt.includes(`Reads ${name.toUpperCase()}`))).toEqual([
		"pdf",
		"docx",
	]);
});
