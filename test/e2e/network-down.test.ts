import { expect, setDefaultTimeout, test } from "bun:test";
import { createServer } from "node:net";
import { type OmpProject, ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { atTerminal } from "./at-terminal.ts";

setDefaultTimeout(40_000);

/** Sooner than by default, so that the test is short. */
const env = { PI_STREAM_CONNECT_TIMEOUT_MS: "3000" };

async function connectTo(omp: OmpProject, host: string): Promise<void> {
	const models = await omp.home.read(".omp/agent/models.yml");
	await omp.home.write(".omp/agent/models.yml", models.replace(omp.model.url, `http://${host}`));
	await omp.home.write(".omp/agent/config.yml", "retry:\n  maxRetries: 0\n");
}

test("at the terminal, a server that accepts and never answers is named, and Esc ends the wait", async () => {
	const server = createServer((socket) => void socket.on("error", () => {}));
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	const host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
	await using omp = await ompProject();
	await connectTo(omp, host);
	await using terminal = await atTerminal(omp, { env });
	terminal.type("hello\r");
	await terminal.waitFor(`No answer from ${host} yet`);
	await terminal.press("\x1b", "Interrupted");
	server.close();
});

requires("python3")("a server that accepts no connection is said on the way and fails in one line", async () => {
	const program = [
		"import socket, time",
		"server = socket.socket(); server.bind(('127.0.0.1', 0)); server.listen(0)",
		"queued = [socket.socket() for _ in range(8)]",
		"for one in queued: one.setblocking(False); one.connect_ex(server.getsockname())",
		"print(server.getsockname()[1], flush=True); time.sleep(600)",
	];
	const deaf = Bun.spawn(["python3", "-c", program.join("\n")], { stdout: "pipe" });
	const { value } = await deaf.stdout.getReader().read();
	const host = `127.0.0.1:${new TextDecoder().decode(value).trim()}`;
	await using omp = await ompProject();
	await connectTo(omp, host);
	const { stdout, stderr, exitCode } = await omp.run(["-p", "hello"], { env });
	deaf.kill("SIGKILL");
	expect({ stdout, exitCode, lines: stderr.trimEnd().split("\n") }).toEqual({
		stdout: "",
		exitCode: 1,
		lines: [
			`No connection to ${host} yet. Check the network and proxy.`,
			`Could not reach ${host}: no connection within 3 s. Check the network and proxy, then try again.`,
		],
	});
});
