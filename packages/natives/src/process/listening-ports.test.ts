import { expect, test } from "bun:test";
import { isListenedByChild } from "./listening-ports.ts";

const program = `const s = require("net").createServer().listen(0, "127.0.0.1", () => console.log(s.address().port));`;

test("a port belongs to whoever started the process that listens on it", async () => {
	// A shell in between, as for every command.
	const shell = Bun.spawn(["sh", "-c", `"${process.execPath}" -e '${program}'; true`], {
		stdout: "pipe",
		env: { ...process.env, BUN_BE_BUN: "1" },
		detached: true,
	});
	try {
		const { value } = await shell.stdout.getReader().read();
		const port = Number(Buffer.from(value ?? []).toString());
		expect(port).toBeGreaterThan(0);
		expect(await isListenedByChild(port, process.pid)).toBe(true);
		expect(await isListenedByChild(port, shell.pid)).toBe(true);
		expect(await isListenedByChild(port, 999_999_999)).toBe(false);
	} finally {
		process.kill(-shell.pid, "SIGKILL");
	}
});

test("what a process listens on itself is not its child's", async () => {
	using server = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
	expect(await isListenedByChild(server.port, process.pid)).toBe(false);
	expect(await isListenedByChild(server.port, process.ppid)).toBe(true);
});
