import { expect, test } from "bun:test";
import { join } from "node:path";
import { builtInCommands } from "../../packages/coding-agent/src/commands/built-in-commands.ts";

test("every slash command is covered by an e2e test", async () => {
	const files = [...new Bun.Glob("*.test.ts").scanSync(import.meta.dir)];
	const texts = await Promise.all(files.map((file) => Bun.file(join(import.meta.dir, file)).text()));
	const called = new Set(texts.flatMap((text) => text.match(/(?<=["'`(])\/[a-z][a-z-]*/g) ?? []));
	expect(builtInCommands.map(({ name }) => `/${name}`).filter((name) => !called.has(name))).toEqual([]);
});
