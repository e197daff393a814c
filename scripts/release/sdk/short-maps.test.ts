import { expect, test } from "bun:test";
import { shortMap } from "./short-maps.ts";

test("short maps: a map keeps where code came from, and neither the code nor the folders of this machine", () => {
	const map = {
		version: 3,
		sources: [
			"../../../home/me/omp/packages/coding-agent/src/start.ts",
			"../../../home/me/omp/node_modules/zod/v4/core.js",
			"../../home/me/omp/node_modules/a/node_modules/b/packages/x.js",
			"/home/me/elsewhere.ts",
		],
		sourcesContent: ["secret", "secret", "secret", "secret"],
		mappings: "AAAA",
		debugId: "1",
		names: ["x"],
	};
	expect(JSON.parse(shortMap(JSON.stringify(map)))).toEqual({
		version: 3,
		sources: [
			"omp/coding-agent/src/start.ts",
			"node_modules/zod/v4/core.js",
			"node_modules/b/packages/x.js",
			"elsewhere.ts",
		],
		sourcesContent: [" ", " ", " ", " "],
		mappings: "AAAA",
		names: [],
	});
});
