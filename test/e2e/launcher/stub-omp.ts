import { dirname } from "node:path";

/** Run by stub-omp.sh: the real check for changed sources, then prints the arguments and the content of dist/main. */
process.execPath = process.env.STUB_EXECUTABLE ?? "";
const { rebuildWhenOutdated } = await import("../../../packages/coding-agent/src/process/rebuild-when-outdated.ts");
rebuildWhenOutdated();

process.stdout.write(await Bun.file(`${dirname(process.execPath)}/main`).text());
console.log(`cwd=${process.cwd()}`);
for (const argument of process.argv.slice(2)) console.log(`argument=${argument}`);
if (!process.stdin.isTTY)
	for (const line of (await Bun.stdin.text()).split("\n")) if (line) console.log(`stdin=${line}`);
for (const name of Object.keys(process.env))
	if (/^(?:OMP_REBUILD|BUN_BE_BUN)$/.test(name)) console.log(`variable=${name}`);
