import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { headlessUi } from "../../packages/coding-agent/src/features/extensions/api/headless-ui.ts";

const root = join(import.meta.dir, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const examples = readdirSync(join(root, "docs/extensions")).filter((file) => file.endsWith(".ts"));
const sources = examples.map((file) => read(`docs/extensions/${file}`)).join("\n");

/** What the table of events in the docs has in its first column. */
const [, section = ""] = read("docs/extensions.md").split("\n## Events\n");
const [table = ""] = section.split("\n## ");
const events = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, names = ""]) =>
	[...names.matchAll(/`([\w.]+)`/g)].map(([, name = ""]) => name),
);

describe("the example extensions", () => {
	test("are at least twelve, all of them in the docs and in a test of every mode", () => {
		expect(examples.length).toBeGreaterThanOrEqual(12);
		const tests = readdirSync(join(root, "test/e2e"))
			.filter((file) => file.endsWith(".test.ts"))
			.map((file) => read(`test/e2e/${file}`))
			.join("\n");
		for (const name of examples.map((file) => file.replace(/\.ts$/, ""))) {
			expect(read("docs/extensions.md"), name).toContain(`(extensions/${name}.ts)`);
			expect(tests.includes(`"${name}"`), name).toBe(true);
		}
	});

	test("together handle every event", () => {
		expect(events.length).toBeGreaterThan(35);
		expect(events.filter((event) => !sources.includes(`pi.on("${event}"`))).toEqual([]);
	});

	test("together use every call of ctx.ui", () => {
		const calls = Object.keys(headlessUi);
		expect(calls.length).toBeGreaterThan(20);
		expect(calls.filter((call) => !new RegExp(`\\bui\\.${call}\\b`).test(sources))).toEqual([]);
	});
});
