import { expect } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { text } from "@oh-my-pi/pi-testkit/servers/replies";
import { rpcHost } from "@oh-my-pi/pi-testkit/servers/rpc-host";
import { ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";

verifies("extensions:errors:reporting", async () => {
	const source = `export default (pi) => pi.on("agent_start", () => { throw new Error("on purpose"); });`;
	const replies = [text("A."), text("B."), text("C."), text("D.")];
	await using omp = await ompProject({ replies, files: { "x.ts": source } });
	const path = omp.files.file("x.ts");
	const failure = { type: "extension_error", extensionPath: path, event: "agent_start", error: "on purpose" };

	const printed = await omp.run(["-e", "x.ts", "-p", "hi"]);
	expect(printed.stderr).toContain(`Extension error (${path}): on purpose`);
	expect(printed.stdout).toBe("A.\n");

	const json = await omp.run(["-e", "x.ts", "--mode", "json", "-p", "hi"]);
	const lines = json.stdout
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
	expect(lines).toContainEqual(failure);

	await using host = rpcHost(omp, { args: ["-e", "x.ts"] });
	await host.ask({ id: "1", type: "prompt", message: "hi" });
	await host.frame(failure);
	await host.frame({ type: "agent_end" });

	await using terminal = ptyRun([...omp.command, "-e", "x.ts"], { cols: 160, rows: 40, cwd: omp.path, env: omp.env });
	await terminal.waitFor("Acme One");
	terminal.type("hi\r");
	await terminal.waitFor(/Extension error \(.*on purpose/s);
	await terminal.waitFor("D.");
	terminal.type("\x04");
	await terminal.exit;
});
