import { tmpdir } from "node:os";
import { join } from "node:path";
import "../../../packages/coding-agent/src/assembly/feature-settings.ts";
import { allSettings } from "../../../packages/coding-agent/src/settings/catalog/all-settings.ts";
import { parseLayer } from "../../../packages/coding-agent/src/settings/file/read-layer.ts";
import { SettingsFileError } from "../../../packages/coding-agent/src/settings/file/settings-file-error.ts";
import { refineLayers } from "../../../packages/coding-agent/src/settings/load/refine-layers.ts";
import { Settings } from "../../../packages/coding-agent/src/settings/settings.ts";
import type { FuzzTarget } from "../fuzz-target.ts";

/** Between two layers. */
const SEPARATOR = "\n=====\n";
const agentDir = join(tmpdir(), "omp-fuzz-no-such-folder");

/** Settings files: two layers are parsed, migrated, checked and merged, and every value is read. */
export const settings: FuzzTarget = {
	name: "settings",
	corpus: [
		"theme:\n  dark: titanium\nbash.timeoutSeconds: 5\n",
		"tools:\n  approval:\n    bash: allow\n  approvalMode: write\nbash:\n  patterns:\n    - match: 'git *'\n      approval: prompt\n",
		"a: &x {b: 1}\nc: *x\nd:\n  <<: *x\n  e: |\n    text\n    more\n",
		'{"theme": {"dark": "x"}, "retry": {"maxRetries": "many"}}',
		`modelRoles: {default: a/b}\n${SEPARATOR}modelRoles: {smol: c/d}\nstatusLine.leftSegments: [model, nosuch]\n`,
		"python: {toolMode: both}\ntask.isolation.enabled: true\nask: {timeout: 30000}\n",
	],
	shapes: [
		{ before: "", unit: "& ", after: "" },
		{ before: "", unit: "[", after: "" },
		{ before: "", unit: "- ", after: "" },
		{ before: "\n", unit: "&a ", after: "" },
		{ before: "", unit: "!!str ", after: "[" },
		{ before: "]--\n", unit: " ", after: "x" },
	],
	words: [
		"a: ",
		"b:\n  ",
		"- ",
		"? ",
		": ",
		"{",
		"}",
		"[",
		"]",
		",",
		"&a ",
		"*a",
		"&a [*a]",
		"<<: *a\n",
		"!!str ",
		"!!binary ",
		"|\n  ",
		">-\n  ",
		"'",
		'"',
		"\\",
		"#",
		"---\n",
		"...\n",
		"%YAML 1.2\n",
		"null",
		"~",
		"true",
		".inf",
		"0x1f",
		"2026-01-01",
		"\n",
		"  ",
		"\t",
		"\n  ",
		"x",
		"a.b.c: 1\n",
		"__proto__: {x: 1}\n",
		"theme: x\n",
		"tools.approvalMode: ",
		"bash:\n  patterns: ",
		SEPARATOR,
		"\0",
		"\ufeff",
	],
	generate(random) {
		const value = (depth: number): string => {
			switch (random.below(depth > 3 ? 3 : 5)) {
				case 0:
					return random.pick(["1", "-5", "1e9", "true", "null", "x", "'q'", "[]", "{}", "*a", ""]);
				case 1:
					return random.pick(["&a 1", "|\n    text", '"\\u00e9"', "2026-01-01"]);
				case 2:
					return String(random.below(100_000));
				case 3:
					return `[${Array.from({ length: random.below(4) }, () => value(depth + 1)).join(", ")}]`;
				default:
					return `{k: ${value(depth + 1)}, ${random.pick(["match", "approval", "default"])}: ${value(depth + 1)}}`;
			}
		};
		const line = () => {
			const key = random.oneIn(4) ? random.pick(["theme", "a.b", "x", "__proto__"]) : random.pick(allSettings).key;
			const parts = key.split(".");
			const isFlat = random.oneIn(2) || parts.length === 1;
			return isFlat ? `${key}: ${value(0)}\n` : `${parts[0]}:\n  ${parts.slice(1).join(".")}: ${value(0)}\n`;
		};
		const layer = () => Array.from({ length: random.below(6) }, line).join("");
		return random.oneIn(2) ? layer() : `${layer()}${SEPARATOR}${layer()}`;
	},
	async run(input) {
		const texts = input.split(SEPARATOR).slice(0, 2);
		const layers = [];
		for (const [index, text] of texts.entries()) {
			try {
				// Reading the old changelog version would write a file.
				const path = index === 0 ? "config.yml" : "settings.json";
				const { lastChangelogVersion: _, ...tree } = (await parseLayer(text, path)).tree;
				layers.push({ path, text, tree });
			} catch (error) {
				if (!(error instanceof SettingsFileError)) throw error;
			}
		}
		const refined = await refineLayers(layers, agentDir);
		const [global = {}, project = {}] = refined.layers.map(({ tree }) => tree);
		const merged = new Settings({ global, project });
		for (const setting of allSettings) merged.get(setting);
	},
};
