import { expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { loadVerifications, verifiedIdsIn } from "./verified-ids.ts";

test("the name of a verification, as given to requires, yields its id", () => {
	expect(verifiedIdsIn('requires("cc")(verificationName("a:b:c"), () => {});')).toEqual(["a:b:c"]);
});

test("a verifies call in code yields its id, also with arguments on the next line", () => {
	const source = `verifies("a:b:c", () => {});\nverifies(\n\t"a:b:d",\n\tasync () => {},\n);`;
	expect(verifiedIdsIn(source)).toEqual(["a:b:c", "a:b:d"]);
});

test("calls inside comments, strings, templates and regular expressions do not count", () => {
	const source = [
		`// verifies("a:b:line", run)`,
		`/* verifies("a:b:block", run) */`,
		`const single = 'verifies("a:b:single", run)';`,
		`const double = "verifies(\\"a:b:double\\", run)";`,
		'const template = `verifies("a:b:template", run)`;',
		`const pattern = /["'] verifies("a:b:pattern")/;`,
		`verifies("a:b:real", run);`,
	].join("\n");
	expect(verifiedIdsIn(source)).toEqual(["a:b:real"]);
});

test("other functions with the same suffix do not count", () => {
	expect(verifiedIdsIn(`nobodyVerifies("a:b:c"); it.verifies("a:b:c"); xverifies("a:b:c");`)).toEqual([]);
});

test("only offline test files of packages and test are searched", async () => {
	await using project = await workspace({
		"packages/ai/src/stream.test.ts": `verifies("a:b:package", run);`,
		"packages/ai/src/stream/stream.ts": `verifies("a:b:source", run);`,
		"packages/ai/src/stream.live.test.ts": `verifies("a:b:live", run);`,
		"packages/ai/node_modules/other/x.test.ts": `verifies("a:b:foreign", run);`,
		"test/scenarios/steer.test.ts": `verifies("a:b:scenario", run);`,
		"scripts/x.test.ts": `verifies("a:b:script", run);`,
	});
	expect(await loadVerifications(project.path)).toEqual([
		{ id: "a:b:package", file: "packages/ai/src/stream.test.ts" },
		{ id: "a:b:scenario", file: "test/scenarios/steer.test.ts" },
	]);
});
