import { expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { FromThread, ToThread } from "../../packages/natives/src/walk/walk-messages.ts";
import type { WalkThreads } from "../../packages/natives/src/walk/walk-threads.ts";
import { productOptions } from "../../scripts/build/product-options.ts";

const root = resolve(import.meta.dir, "../..");

test("in the built program, a walk through many files finds the program of its threads", async () => {
	await using built = await workspace();
	await using project = await workspace({ "sub/a.ts": "" });
	await Bun.build({ ...productOptions(root), outdir: built.path, splitting: true });
	const chunk = (await readdir(built.path)).find((name) => /^walk-threads-.*\.js$/.test(name)) ?? "";
	const module: { WalkThreads: typeof WalkThreads } = await import(built.file(chunk));
	const threads = new module.WalkThreads({ most: 1 });
	const [worker] = threads.borrow();
	const answer = new Promise<FromThread>((settle) =>
		worker?.on("message", (message: FromThread) => {
			if (message.kind === "found") settle(message);
		}),
	);
	const rules = { hidden: true, respectIgnore: true, nodeModules: false };
	const scope = { root: project.path, pattern: "**/*.ts", rules };
	const messages: ToThread[] = [
		{ kind: "begin", scope, limit: 5, signals: new SharedArrayBuffer(8) },
		{ kind: "folders", folders: [{ path: project.file("sub"), depth: 2, ignoreSources: [] }] },
		{ kind: "end" },
	];
	for (const message of messages) worker?.postMessage(message);
	expect(await answer).toEqual({
		kind: "found",
		found: [{ path: project.file("sub/a.ts"), modifiedMs: expect.any(Number) }],
	});
	if (worker) threads.discard(worker);
});
