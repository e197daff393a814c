import { describe, expect } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { delivered, type Gate, gate, type Reply, text, toolCall } from "@oh-my-pi/pi-testkit/servers/replies";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { run, runCalls } from "./in-sandbox.ts";

/** Ends when it is asked for /stop. */
const files = {
	"server.js": `
const [port, host] = process.argv.slice(2);
const server = require("node:http").createServer((request, response) => {
	let size = 0;
	request.on("data", (part) => { size += part.length; });
	request.on("end", () => {
		response.end("from inside, " + size + " bytes");
		if (request.url === "/stop") setTimeout(() => process.exit(), 50);
	});
});
server.listen(Number(port), host, () => console.log("up"));
`,
};
const serve = (port: number, host = "127.0.0.1") => `BUN_BE_BUN=1 "${process.execPath}" server.js ${port} ${host}`;
const inBackground = (port: number, host?: string) =>
	run(`${serve(port, host)} > log.txt 2>&1 & until grep -q up log.txt; do sleep 0.05; done`);
const launch = (port: number) =>
	toolCall("launch", { op: "start", name: "web", application: serve(port), ready: { port } });
const readPort = (port: number, host = "127.0.0.1") => toolCall("read", { path: `http://${host}:${port}/` });
const yolo = { args: ["--approval-mode", "yolo"], files };

function freePort(): number {
	using server = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
	return server.port;
}

async function ask(port: number, init?: RequestInit & { readonly path?: string }): Promise<string | undefined> {
	try {
		const response = await fetch(`http://127.0.0.1:${port}${init?.path ?? "/"}`, { ...init, keepalive: false });
		return await response.text();
	} catch {
		return undefined;
	}
}

const holding = (reply: Reply, opened: Gate) => delivered(reply, { hold: { afterChunks: 0, gate: opened } });

describe("ports of servers in the sandbox", () => {
	verifies("sandbox:ports:reached-from-outside", async () => {
		const [inShell, asJob, onIpv6, launched] = [freePort(), freePort(), freePort(), freePort()];
		const done = gate();
		await using omp = await ompProject({
			files,
			replies: [
				inBackground(inShell),
				readPort(inShell),
				run(serve(asJob), { async: true }),
				run("sleep 1"),
				readPort(asJob, "localhost"),
				inBackground(onIpv6, "::1"),
				readPort(onIpv6),
				launch(launched),
				readPort(launched),
				holding(text("Done."), done),
			],
		});
		await omp.home.write(".omp/agent/config.yml", "async: { enabled: true }\n");
		const running = omp.run(["-p", ...yolo.args, "go"]);
		// By programs of the user, several at once and with much to say.
		await until(() => ask(launched), { timeoutMs: 60_000 });
		const body = "x".repeat(1_000_000);
		const answers = [inShell, asJob, onIpv6, launched].flatMap((port) =>
			Array.from({ length: 5 }, () => ask(port, { method: "POST", body })),
		);
		expect(new Set(await Promise.all(answers))).toEqual(new Set(["from inside, 1000000 bytes"]));
		await until(() => omp.model.requests.length === 10, { timeoutMs: 60_000 });
		done.open();
		await running;
		const results = JSON.stringify(omp.model.requests.at(-1));
		expect(results.match(/from inside, 0 bytes/g)).toHaveLength(4);
		expect(results).toContain("it is ready");
	});

	verifies("sandbox:ports:freed", async () => {
		const [ending, staying] = [freePort(), freePort()];
		const done = gate();
		await using omp = await ompProject({
			files,
			replies: [inBackground(ending), inBackground(staying), holding(text("Done."), done)],
		});
		const running = omp.run(["-p", ...yolo.args, "go"]);
		await until(() => ask(staying), { timeoutMs: 60_000 });
		expect(await ask(ending, { path: "/stop" })).toBe("from inside, 0 bytes");
		await until(() => canListen(ending));
		expect(canListen(staying)).toBe(false);
		done.open();
		await running;
		await until(() => canListen(staying));
	});

	verifies("sandbox:ports:taken", async () => {
		await using other = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("not this one") });
		const port = Number(other.port);
		await using session = await runCalls([inBackground(port)], yolo);
		const moved = new RegExp(
			`Port ${port} of the sandbox is reached from outside it at 127\\.0\\.0\\.1:\\d+, since ${port} is taken on this machine\\.`,
		);
		expect(session.results[0]).toMatch(moved);
		expect(session.stderr).toMatch(moved);
		await using launched = await runCalls([launch(port)], yolo);
		expect(launched.results[0]).toMatch(/it is ready/);
		expect(launched.results[0]).toMatch(moved);
	});
});

function canListen(port: number): boolean {
	try {
		Bun.listen({ hostname: "127.0.0.1", port, socket: { data() {} } }).stop(true);
		return true;
	} catch {
		return false;
	}
}
