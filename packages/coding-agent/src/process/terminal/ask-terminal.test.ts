import { expect, test } from "bun:test";
import { join } from "node:path";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";

const script = (options: string) => `
	const { askTerminal } = await import(${JSON.stringify(join(import.meta.dir, "ask-terminal.ts"))});
	const answer = await askTerminal("Key:", ${options}).catch((error) => error.name);
	console.log("got <" + answer + ">");
	process.exit(0);
`;

test("ask: a secret is not echoed, and the terminal mode is restored", async () => {
	await using run = ptyRun([process.execPath, "-e", script("{ secret: true }")]);
	await run.waitFor("Key:");
	run.type("hush-1\r");
	await run.waitFor("got <hush-1>");
	expect(run.output().split("got <")[0]).not.toContain("hush");
	expect(await run.exit).toEqual({ code: 0, signal: null });
	expect(run.modes().raw).toBe(false);
});

test.each([
	["Ctrl-C", "\x03"],
	["Ctrl-D", "\x04"],
])("ask: %s cancels", async (_, key) => {
	await using run = ptyRun([process.execPath, "-e", script("{}")]);
	await run.waitFor("Key:");
	run.type(key);
	await run.waitFor("got <AbortError>");
});

test("ask: a question can be aborted", async () => {
	await using run = ptyRun([process.execPath, "-e", script("{ signal: AbortSignal.timeout(50) }")]);
	await run.waitFor("got <AbortError>");
});
