import { setDefaultTimeout } from "bun:test";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isolatedDirectories, isolatedEnv } from "./isolation/isolated-env.ts";
import { allowOnlyLoopback } from "./isolation/loopback-only.ts";
import { removeOrphans } from "./isolation/remove-orphans.ts";
import { removeTree } from "./isolation/remove-tree.ts";
import { replaceProcessEnv } from "./isolation/replace-process-env.ts";

// Loaded before every test file (bunfig.toml): isolates the test and its child processes from the machine.
removeOrphans(tmpdir(), "omp-test-");
const root = mkdtempSync(join(tmpdir(), `omp-test-${process.pid}-`));
for (const directory of Object.values(isolatedDirectories(root)))
	mkdirSync(directory, { recursive: true, mode: 0o700 });
replaceProcessEnv(isolatedEnv(process.env, root));
allowOnlyLoopback();
// Only for hanging tests: on a busy machine everything may take many times as long.
setDefaultTimeout(60_000);
// Not `afterAll`: a worker of `bun test --parallel` calls that after each of its files.
process.on("exit", () => removeTree(root));
