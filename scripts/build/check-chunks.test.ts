import { expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { findChunkCycles, findTopLevelAwaits } from "./check-chunks.ts";

type Outputs = Bun.BuildMetafile["outputs"];

function outputs(chunks: Record<string, [static_: string[], dynamic: string[]]>): Outputs {
	const entries = Object.entries(chunks).map(([name, [statics, dynamics]]) => {
		const imports = [
			...statics.map((path) => ({ path: `./${path}`, kind: "import-statement" as const })),
			...dynamics.map((path) => ({ path: `./${path}`, kind: "dynamic-import" as const })),
		];
		return [`./${name}`, { bytes: 1, inputs: {}, imports, exports: [] }];
	});
	return Object.fromEntries(entries);
}

test("check-chunks: chunks that import each other are reported with their path", () => {
	const found = findChunkCycles({
		outputs: outputs({ "a.js": [["b.js"], []], "b.js": [["c.js"], []], "c.js": [["b.js"], []] }),
	});
	expect(found).toEqual(["chunks import each other: b.js → c.js → b.js"]);
});

test("check-chunks: a dynamic import back is no cycle", () => {
	const found = findChunkCycles({ outputs: outputs({ "a.js": [["b.js"], []], "b.js": [[], ["a.js"]] }) });
	expect(found).toEqual([]);
});

test("check-chunks: a top-level await is reported wherever it is, one inside a function is not", async () => {
	await using files = await workspace({
		"plain.ts": "export const a: number = await f();\n",
		"loop.ts": "if (x) { for await (const y of z) console.log(y); }\n",
		"inside.ts": "export async function f() { await g(); }\n",
		"word.ts": "// await\nexport const text = 'await';\n",
	});
	const names = ["plain.ts", "loop.ts", "inside.ts", "word.ts"];
	expect(await findTopLevelAwaits(names.map((name) => files.file(name)))).toEqual([
		`${files.file("plain.ts")} has a top-level await`,
		`${files.file("loop.ts")} has a top-level await`,
	]);
});
