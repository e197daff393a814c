import { expect, test } from "bun:test";
import { runCommand } from "../run-command.ts";
import { workspace } from "../workspace.ts";
import { barePath } from "./bare-path.ts";

test("bare path: has the basics and no Bun", async () => {
	await using machine = await workspace();
	const PATH = await barePath(machine.file("bin"), { without: ["git"] });
	const found = async (program: string) =>
		(await runCommand([`${PATH}/sh`, "-c", `command -v ${program}`], { env: { PATH } })).stdout.trim();
	expect(await found("sed")).toBe(`${PATH}/sed`);
	expect([await found("bun"), await found("git")]).toEqual(["", ""]);
});
