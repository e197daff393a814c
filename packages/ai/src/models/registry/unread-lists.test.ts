import { expect, test } from "bun:test";
import { selectorOf } from "../../model/model.ts";
import { testNow, testProvider, testRegistry } from "../../testing/test-registry.ts";
import { defaultModel, selectModel } from "../select/select.ts";

const listed = { discovery: { type: "openai-models-list" } } as const;
const models = (url: string) => `
providers:
  team: { baseUrl: "${url}", apiKey: k, api: openai-completions, discovery: { type: openai-models-list } }
`;

/** A registry with the provider `team`, whose endpoint answers so. */
async function registry(answer: () => Response, { now = (): number => testNow } = {}) {
	const asked: string[] = [];
	const providers = [
		testProvider("empty", [], { ...listed, keyless: true }),
		testProvider("full", ["one"], { ...listed, shard: async () => ({ default: [] }) }),
	];
	const test = await testRegistry({
		now,
		providers,
		env: { TEST_KEY_FULL: "k" },
		files: { "models.yml": models("http://team.test/v1") },
		async fetch(url) {
			asked.push(String(url));
			return answer();
		},
	});
	return Object.assign(test, { asked });
}

const list = () => Response.json({ data: [{ id: "fast" }, { id: "vendor/deep" }] });
const teamList = "http://team.test/v1/models";

test("a list that nobody has read is asked for when a model of the provider is named, once", async () => {
	await using test = await registry(list);
	const found = await Promise.all([
		selectModel("team/vendor/deep", test.registry),
		selectModel("team/fast", test.registry),
	]);
	expect(found).toMatchObject([{ model: { id: "vendor/deep" } }, { model: { id: "fast" } }]);
	expect(test.asked).toEqual([teamList]);
});

test("it is asked for when a model is named without its provider, when models are listed, and for the default", async () => {
	await using bare = await registry(list);
	expect(await selectModel("vendor/deep", bare.registry)).toMatchObject({ model: { provider: "team" } });
	await using listing = await registry(list);
	expect((await listing.registry.listed()).map(selectorOf)).toContain("team/fast");
	await using unnamed = await registry(list);
	expect((await defaultModel(unnamed.registry))?.provider).toBe("team");
	for (const { asked } of [bare, listing, unnamed]) expect(asked).toEqual([teamList]);
});

test("providers without a key are asked by name only, and those with bundled models not at all", async () => {
	await using test = await registry(list);
	await test.registry.askForList("full");
	await test.registry.askForLists();
	expect(test.asked).toEqual([teamList]);
	await test.registry.askForList("empty");
	expect(test.asked).toEqual([teamList, "https://empty.example.com/v1/models"]);
});

test("a failure is said with what is not found, and the next try comes after a pause", async () => {
	let now = testNow;
	let answer = () => new Response("no", { status: 401 });
	await using test = await registry(() => answer(), { now: () => now });
	for (let times = 0; times < 3; times++) {
		expect(await selectModel("team/fast", test.registry)).toEqual({
			kind: "missing",
			message: `Model "team/fast" not found: could not list the models of team: ${teamList} answered 401; the key came from models.yml`,
		});
	}
	expect(test.asked).toEqual([teamList]);
	answer = list;
	now += 60_000;
	expect(await selectModel("team/fast", test.registry)).toMatchObject({ kind: "found" });
});

test("an unreachable endpoint is named in plain words", async () => {
	await using test = await registry(() => {
		throw Object.assign(new Error("Unable to connect"), { code: "ConnectionRefused" });
	});
	await test.registry.askForLists();
	expect(test.registry.discoveryFailure("team")).toBe("could not reach team.test: connection refused");
});
