import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { shellSettings } from "@oh-my-pi/pi-tools/bash/settings";
import { TrustGate } from "../../trust/trust-gate.ts";
import { promptSettings } from "../sections/model/prompt.ts";
import { samplingSettings } from "../sections/model/sampling.ts";
import { settingsIn } from "../testing/settings-in.ts";
import { loadSettings } from "./load-settings.ts";

verifies("discovery:settings:project-merge", async () => {
	const files = {
		"agent/config.yml": "personality: none\ntemperature: 0.1\n",
		"work/.omp/settings.json": '{ "personality": "default", "temperature": 0.2, "topP": 0.2, "topK": 2 }',
		"work/.claude/settings.json":
			'{ "temperature": 0.3, "topP": 0.3, "permissions": { "allow": ["Bash"] }, "model": "opus" }',
		"work/.codex/config.toml": 'personality = "friendly"\ntopP = 0.4\nmodel = "gpt-5"\n',
		"work/.gemini/settings.json": '{ // theirs\n"theme": "GitHub", "minP": 0.5 }',
		"work/opencode.json": '{ "minP": "high" }',
		"work/.omp/config.yml": "temperature: 0.9\n",
	};
	await using place = await settingsIn(files);
	const { temperature, topP, topK, minP } = samplingSettings;
	const read = (settings: typeof place.settings) => [
		settings.get(promptSettings.personality),
		...[temperature, topP, topK, minP].map((setting) => settings.get(setting)),
	];
	expect(place.settings.problems).toEqual([]);
	// Later sources override earlier ones; config.yml has the last word.
	expect(read(place.settings)).toEqual(["friendly", 0.9, 0.4, 2, 0.5]);
	await place.files.write("agent/config.yml", "disabledProviders: [codex]\n");
	expect(read(await place.restart())).toEqual(["default", 0.9, 0.3, 2, 0.5]);
});

test("what runs or loosens something needs trust in any file; broken files are named and change nothing", async () => {
	await using place = await settingsIn({
		"work/.claude/settings.json": '{ "shellPath": "/tmp/evil", "topK": 7 }',
		"work/.gemini/settings.json": "{ nope",
		"work/.codex/config.toml": "a = \n",
	});
	const cwd = place.files.file("work");
	const gate = new TrustGate({ cwd, agentDir: place.files.file("agent"), now: () => 0 });
	const host = { cwd, home: place.files.path, env: {}, now: () => 0, newId: () => "" };
	const settings = await loadSettings({ host, agentDir: place.files.file("agent"), cwd, overlays: [], gate });
	expect([settings.get(shellSettings.shellPath), settings.get(samplingSettings.topK)]).toEqual([undefined, 7]);
	expect(gate.waiting.map(({ id, effects }) => [id, effects])).toEqual([
		["settings:.claude/settings.json", ["sets shellPath to /tmp/evil"]],
	]);
	expect(settings.problems.map((problem) => problem.replaceAll(`${cwd}/`, ""))).toMatchInlineSnapshot(`
	  [
	    ".codex/config.toml:1: TOML Parse error: Missing value after '='; values must be on the same line",
	    ".gemini/settings.json:1:3: expected a name in quotes or "}"",
	  ]
	`);
});
