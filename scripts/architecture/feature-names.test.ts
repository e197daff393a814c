import { expect, test } from "bun:test";
import { checkFeatureNames } from "./feature-names.ts";
import { madeUpTree } from "./made-up-tree.ts";

const weather = {
	feature: "weather",
	folders: ["packages/ai/src/features/weather", "packages/ai/src/stations", "packages/utils"],
};
const importing = (...names: readonly string[]) =>
	Object.fromEntries(names.map((name) => [`packages/ai/src/${name}.ts`, 'import "./features/weather/feature.ts";\n']));
const check = (files: Record<string, string>, generated: readonly string[] = []) => {
	// A file of the fixture itself imports utils.
	const tree = new Map([...madeUpTree(files)].filter(([path]) => path !== "packages/ai/src/stream.ts"));
	return checkFeatureNames(tree, [weather], generated);
};

test("feature-names: three importers pass, the fourth is refused with all their names", () => {
	expect(check(importing("a", "b", "c"))).toEqual([]);
	expect(check(importing("a", "b", "c", "d"))).toEqual([
		{
			file: "packages/ai/src/features/weather",
			message:
				"is imported by 4 files outside of the feature weather, 3 are allowed; let it bring what they need:" +
				["a", "b", "c", "d"].map((name) => `\n    packages/ai/src/${name}.ts`).join(""),
		},
	]);
});

test("feature-names: types, lazy imports and entries of packages count, and a file counts once", () => {
	const found = check({
		"packages/ai/src/type.ts": 'import type { Sky } from "./stations/sky.ts";\nimport "./stations/rain.ts";\n',
		"packages/ai/src/lazy.ts": 'const load = () => import("./features/weather/feature.ts");\n',
		"packages/ai/src/entry.ts": 'import { abort } from "@oh-my-pi/pi-utils/abort";\n',
		"packages/ai/src/unexported.ts": 'import { sky } from "@oh-my-pi/pi-utils/text/sky";\n',
	});
	expect(found.map(({ message }) => message.split("\n").slice(1))).toEqual([
		["type", "lazy", "entry", "unexported"].map((name) => `    packages/ai/src/${name}.ts`),
	]);
});

test("feature-names: its own folders, tests, tables, generated files and folders of a similar name do not count", () => {
	const files = {
		...importing("a", "b", "c", "list.data", "d.test", "testing/e", "written"),
		"packages/ai/src/stations/sky.ts": 'import "../features/weather/feature.ts";\n',
		"packages/utils/src/sky.ts": 'import "../../ai/src/stations/sky.ts";\n',
		"packages/testkit/src/sky.ts": 'import "@oh-my-pi/pi-utils/abort";\n',
		"packages/ai/src/other.ts": 'import "./features/weather-map/feature.ts";\n',
	};
	expect(check(files, ["packages/ai/src/written.ts"])).toEqual([]);
});
