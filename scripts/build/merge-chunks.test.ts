import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { repositoryRoot } from "../repository-root.ts";
import { mergeChunks } from "./merge-chunks.ts";
import { recordedStarts } from "./starts.data.ts";

/** `--start` imports two modules, one of which imports the other dynamically; `--later` a third that shares modules with both. */
const sources = {
	"src/main.ts": `console.log("main");
if (process.argv.includes("--start")) {
	const [{ first }, { default: second }] = await Promise.all([import("./first.ts"), import("./second.ts")]);
	console.log(first(), await second());
}
if (process.argv.includes("--later")) console.log((await import("./later.ts")).later());
`,
	"src/first.ts": `import { a } from "./a.ts";\nimport { b as other } from "./b.ts";\nimport "./effect.ts";\nexport const first = () => a + other();\n`,
	"src/second.ts": `import { b } from "./b.ts";\nimport { c } from "./c.ts";\nexport default async () => b() + c + (await import("./first.ts")).first();\n`,
	"src/later.ts": `import "./effect.ts";\nimport { a } from "./a.ts";\nimport { c } from "./c.ts";\nexport const later = () => a + c;\n`,
	"src/a.ts": `import { b } from "./b.ts";\nexport const a = "a" + b();\n`,
	"src/b.ts": `const value = "b";\nexport const b = () => value;\n`,
	"src/c.ts": `import { a } from "./a.ts";\nexport const c = "c" + a;\n`,
	"src/effect.ts": `console.log("effect");\nexport {};\n`,
};

test("merging chunks: fewer files do the same, and what is loaded later works", async () => {
	await using project = await workspace(sources);
	const folder = project.file("out");
	const { metafile } = await Bun.build({
		entrypoints: [project.file("src/main.ts")],
		target: "bun",
		format: "esm",
		splitting: true,
		outdir: folder,
		naming: { entry: "[name].[ext]", chunk: "[name]-[hash].[ext]" },
		metafile: true,
	});
	const outputs = metafile?.outputs ?? {};
	const all = ["--start", "--later"];
	const run = async (args: readonly string[]) =>
		(await runCommand([process.execPath, join(folder, "main.js"), ...args], { cwd: project.path })).stdout;
	const before = await Promise.all([run([]), run(["--start"]), run(["--later"]), run(all)]);
	const count = (await readdir(folder)).length;

	const question = new Set(["main.ts", "first.ts", "second.ts"].map((name) => project.file(`src/${name}`)));
	const groups = await mergeChunks(folder, outputs, { question });

	expect(await Promise.all([run([]), run(["--start"]), run(["--later"]), run(all)])).toEqual(before);
	expect(before[1]).toBe("main\neffect\nabb bcababb\n");
	const [members = []] = groups.values();
	expect(groups.size).toBe(1);
	const files = (await readdir(folder)).filter((name) => !name.startsWith("entry-of-"));
	expect(files).toHaveLength(count - members.length + 1);
	expect(files).toContain("main.js");
});

test("merging chunks: every recorded module exists", () => {
	const missing = Object.values(recordedStarts)
		.flat()
		.filter((path) => !existsSync(join(repositoryRoot, path)));
	expect(missing, "run `bun scripts/record-starts.ts`").toEqual([]);
});
