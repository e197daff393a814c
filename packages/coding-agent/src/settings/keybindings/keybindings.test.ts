import { expect, test } from "bun:test";
import { exists } from "node:fs/promises";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { buildKeymap } from "@oh-my-pi/pi-tui/input/keymap";
import { describeWarnings } from "./describe-warnings.ts";
import { loadKeybindings } from "./load-keybindings.ts";

const actions = {
	"app.clear": { chords: ["ctrl+c"], summary: "" },
	"app.retry": { chords: ["alt+r"], summary: "" },
	"app.model.select": { chords: ["alt+m"], summary: "" },
	"tui.editor.yank": { chords: ["ctrl+y"], summary: "" },
	"tui.editor.cursorUp": { chords: ["up"], summary: "" },
};

async function loaded(files: Record<string, string>, profile = "agent") {
	await using home = await workspace(files);
	const folders = { agentDir: home.file(profile), defaultAgentDir: home.file("agent") };
	const keybindings = await loadKeybindings(folders, actions);
	const { keymap, warnings } = buildKeymap(actions, keybindings.overrides);
	const problems = [...keybindings.problems, ...(await describeWarnings(warnings, keybindings, actions))];
	return { keymap, overrides: keybindings.overrides, problems: problems.map((text) => text.replaceAll(home.path, "")) };
}

verifies("tui:keys:user-file", async () => {
	const text = "app.clear: [ctrl+x, f2]\napp.retry: ctrl+y\napp.model.select: []\ntui.editor.cursorUp: 5\n";
	const { keymap, problems } = await loaded({ "agent/keybindings.yml": text });
	expect(problems).toEqual([]);
	expect(Object.keys(actions).map((action) => keymap.chordsFor(action))).toEqual([
		["ctrl+x", "f2"],
		["ctrl+y"],
		[],
		[],
		["5"],
	]);

	const mistaken = `# mine
app.claer: f1
app.retry: ctrl+nokey

app.clear: f5
tui.editor.yank:
  - f5
app.model.select:
  key: f6
`;
	const warned = await loaded({ "agent/keybindings.yml": mistaken });
	expect(warned.problems).toEqual([
		"/agent/keybindings.yml:8: app.model.select must be a key such as ctrl+k, a list of keys, or [] for none",
		"/agent/keybindings.yml:2: unknown action app.claer; did you mean app.clear?",
		'/agent/keybindings.yml:3: there is no key "ctrl+nokey" for app.retry',
		"/agent/keybindings.yml:6: f5 is bound to app.clear and tui.editor.yank",
	]);
	expect([warned.keymap.chordsFor("app.retry"), warned.keymap.chordsFor("app.model.select")]).toEqual([
		["alt+r"],
		["alt+m"],
	]);
});

test("keys: defaults without a file; .yaml works like .yml", async () => {
	expect(await loaded({})).toMatchObject({ overrides: {}, problems: [] });
	const { overrides } = await loaded({ "agent/keybindings.yaml": "app.clear: f3\n" });
	expect(overrides).toEqual({ "app.clear": "f3" });
});

test("keys: old names without a scope still work", async () => {
	const { overrides, problems } = await loaded({
		"agent/keybindings.yml": "clear: f1\nselectModel: f2\ncursorUp: f3\nyank: f4\n",
	});
	expect(overrides).toEqual({
		"app.clear": "f1",
		"app.model.select": "f2",
		"tui.editor.cursorUp": "f3",
		"tui.editor.yank": "f4",
	});
	expect(problems).toEqual([]);
});

test("keys: an invalid file is reported with its line and not changed, and the defaults apply", async () => {
	for (const text of ["app.clear: [f1\napp.retry: f2\n", "- f1\n", '"just text"\n']) {
		const { overrides, problems } = await loaded({ "agent/keybindings.yml": text });
		expect(overrides).toEqual({});
		expect(problems).toEqual([expect.stringMatching(/^\/agent\/keybindings\.yml.*; the usual keys are used$/)]);
	}
	const broken = await loaded({ "agent/keybindings.yml": "app.clear: [f1\napp.retry: f2\n" });
	expect(broken.problems[0]).toMatch(/^\/agent\/keybindings\.yml:\d+:\d+: /);
});

verifies("settings:loader:json-sibling", async () => {
	await using home = await workspace({ "agent/keybindings.json": '{\n\t"clear": "f1", "app.retry": []\n}\n' });
	const folders = { agentDir: home.file("agent"), defaultAgentDir: home.file("agent") };
	expect((await loadKeybindings(folders, actions)).overrides).toEqual({ "app.clear": "f1", "app.retry": [] });
	expect(await home.read("agent/keybindings.yml")).toBe("clear: f1\napp.retry: []\n");
	expect(await exists(home.file("agent/keybindings.json.bak"))).toBe(true);
	expect(await exists(home.file("agent/keybindings.json"))).toBe(false);
	expect((await loadKeybindings(folders, actions)).overrides).toEqual({ "app.clear": "f1", "app.retry": [] });

	await using broken = await workspace({ "agent/keybindings.json": "{ clear" });
	const result = await loadKeybindings(
		{ agentDir: broken.file("agent"), defaultAgentDir: broken.file("agent") },
		actions,
	);
	expect(result.problems).toHaveLength(1);
	expect(await broken.read("agent/keybindings.json")).toBe("{ clear");
	expect(await exists(broken.file("agent/keybindings.yml"))).toBe(false);
});

verifies("tui:keys:profile-overlay", async () => {
	await using home = await workspace({
		"agent/keybindings.json": '{ "app.clear": "f1", "app.retry": "f2" }',
		"work/keybindings.yml": "app.retry: [f3]\n",
	});
	const folders = { agentDir: home.file("work"), defaultAgentDir: home.file("agent") };
	const { overrides } = await loadKeybindings(folders, actions);
	expect(overrides).toEqual({ "app.clear": "f1", "app.retry": ["f3"] });
	expect(await exists(home.file("agent/keybindings.json"))).toBe(true);
	expect(await exists(home.file("agent/keybindings.yml"))).toBe(false);
});
