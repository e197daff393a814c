import { expect } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { machineCode } from "./machine-code.data.ts";

const sources = [
	["waiter", "x64", "", machineCode.waiter.x64],
	["waiter", "arm64", "aarch64-linux-gnu-", machineCode.waiter.arm64],
	["run-program", "x64", "", machineCode.runProgram.x64],
	["run-program", "arm64", "aarch64-linux-gnu-", machineCode.runProgram.arm64],
] as const;

for (const [name, architecture, prefix, code] of sources) {
	const isHere = process.arch === architecture;
	const assembler = architecture === "arm64" && !isHere ? "aarch64-linux-gnu-as" : "as";
	requires("as", "aarch64-linux-gnu-as")(
		`machine code: ${name} for ${architecture} is what its source says`,
		async () => {
			await using files = await workspace({
				"code.S": await readFile(join(import.meta.dir, `${name}-${architecture}.S`), "utf8"),
			});
			const run = async (...command: string[]) => {
				const { exitCode, stderr } = await runCommand(command, { cwd: files.path });
				expect([exitCode, stderr]).toEqual([0, ""]);
			};
			await run(assembler, "code.S", "-o", "code.o");
			await run(`${isHere ? "" : prefix}objcopy`, "-O", "binary", "-j", ".text", "code.o", "code.bin");
			expect(Buffer.from(await readFile(files.file("code.bin"))).toString("base64")).toBe(code);
		},
	);
}
