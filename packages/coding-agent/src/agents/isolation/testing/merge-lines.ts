// Changes one line of a file in isolated copies, several times, and merges each; other processes do the same to other lines.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isolate } from "../isolate.ts";

const [root = "", base = "", line = "", as = "patch", home = ""] = process.argv.slice(2);
const env = { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
let merged = 0;
for (let round = 1; round <= 4; round++) {
	const options = { cwd: root, mode: "rcopy", id: `Line${line}`, base, env, now: Date.now } as const;
	const copy = await isolate({ ...options, as: as === "branch" ? "branch" : "patch" });
	const path = join(copy.path, "a.txt");
	const lines = readFileSync(path, "utf8").split("\n");
	lines[Number(line)] = `process ${line}, round ${round}`;
	writeFileSync(path, lines.join("\n"));
	const outcome = await copy.merge();
	if (outcome.isMerged) merged++;
	else process.stderr.write(`${outcome.problem}\n`);
	await copy.discard();
}
process.stdout.write(String(merged));
