import { expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";

test("/login masks the key and validates it with the provider; /logout removes it", async () => {
	const seen: Array<string | null> = [];
	using provider = Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		fetch(request) {
			const key = request.headers.get("authorization");
			seen.push(key);
			return key === "Bearer good-key-1234" ? Response.json({ data: [] }) : new Response("no", { status: 401 });
		},
	});
	await using omp = await ompProject();
	const env = { ...omp.env, MOONSHOT_BASE_URL: `http://127.0.0.1:${provider.port}/v1`, MOONSHOT_API_KEY: "" };
	await using terminal = ptyRun([...omp.command], { cols: 120, rows: 40, cwd: omp.path, env });
	await terminal.waitFor("Acme One");

	terminal.type("/login\r");
	await terminal.waitFor("Log in");
	terminal.type("moonshot");
	await terminal.waitFor(/moonshot\s+Moonshot/);
	terminal.type("\r");
	await terminal.waitFor("Key for Moonshot");
	terminal.type("bad-key-9999");
	await terminal.waitFor("••••");
	terminal.type("\r");
	await terminal.waitFor("refused the key (401); nothing was stored");

	terminal.type("/login moonshot\r");
	await terminal.waitFor("Key for Moonshot");
	terminal.type("good-key-1234\r");
	await terminal.waitFor("Logged in to Moonshot");
	expect(seen.slice(0, 2)).toEqual(["Bearer bad-key-9999", "Bearer good-key-1234"]);
	expect(await readdir(omp.agentDir)).toContain("agent.db");

	terminal.type("/logout moonshot\r");
	await terminal.waitFor("Logged out of moonshot.");
	expect(terminal.output()).not.toMatch(/(good|bad)-key/);
	terminal.type("\x04");
	await terminal.exit;
	for await (const file of new Bun.Glob("**/*").scan({ cwd: omp.home.path, dot: true })) {
		expect([file, /(good|bad)-key/.test(await Bun.file(omp.home.file(file)).text())]).toEqual([file, false]);
	}
});
