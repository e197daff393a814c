import { connect, type Socket } from "node:net";
import { join } from "node:path";
import type { Bench, Benchmark, Figure } from "../benchmark.ts";
import { serviceLimits } from "../limits.data.ts";
import { loadedModules } from "../loaded-modules.ts";
import { median } from "../measure-runs.ts";
import { startModel } from "../model-process.ts";
import { type RunningService, startService } from "../omp-service.ts";
import { sse } from "../sse.ts";

const firstBytes = 60;
const streams = 200;
const clients = 1000;
const pieceMs = 20;

/** The broker and the gateway: what they add to a request, and what many clients cost. */
export const services: Benchmark = {
	name: "services",
	async run(bench) {
		using provider = pacedProvider();
		await using broker = await startService(bench, "auth-broker");
		await fetch(`${broker.url}/v1/credential`, {
			method: "POST",
			headers: bearer(broker),
			body: JSON.stringify({ provider: "anthropic", credential: { type: "api_key", key: "sk-ant-bench" } }),
		});
		await using gateway = await startService(bench, "auth-gateway", {
			OMP_AUTH_BROKER_URL: broker.url,
			OMP_AUTH_BROKER_TOKEN: broker.token,
			ANTHROPIC_BASE_URL: provider.url.origin,
		});
		return [
			{
				...{
					name: "gateway, first byte of a stream, added",
					value: await addedToFirstByte(gateway, provider.url.origin),
				},
				...{ unit: "ms", limit: serviceLimits.firstByte },
			},
			{
				...{ name: "gateway, one stream of 50 pieces a second", value: await cpuOfStream(gateway) },
				...{ unit: "%", limit: serviceLimits.streamCpu },
			},
			{
				...{ name: `gateway, memory with ${streams} streams`, value: await memoryOfStreams(gateway) },
				...{ unit: "MB", limit: serviceLimits.streamsMemory },
			},
			{
				...{ name: `broker, memory with ${clients} clients`, value: await memoryOfClients(broker) },
				...{ unit: "MB", limit: serviceLimits.clientsMemory },
			},
			await loadedWithoutThem(bench),
		];
	},
};

function bearer({ token }: RunningService): Record<string, string> {
	return { authorization: `Bearer ${token}` };
}

/** Answers at once with a first piece; then one piece every 20 ms for as long as the model's limit says. */
function pacedProvider(): Bun.Server<undefined> {
	return Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		idleTimeout: 120,
		async fetch(request) {
			const body = pieces(((await request.json()) as { max_tokens: number }).max_tokens);
			return new Response(body as unknown as ReadableStream, { headers: { "content-type": "text/event-stream" } });
		},
	});
}

async function* pieces(count: number): AsyncGenerator<string> {
	const usage = { input_tokens: 10, output_tokens: 1 };
	yield sse({ type: "message_start", message: { id: "msg", role: "assistant", content: [], model: "m", usage } });
	yield sse({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
	for (let piece = 0; piece < count; piece++) {
		if (piece > 0) await Bun.sleep(pieceMs);
		yield sse({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "a few words " } });
	}
	yield sse({ type: "content_block_stop", index: 0 });
	yield sse({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: count } });
	yield sse({ type: "message_stop" });
}

function question(pieces: number): string {
	const messages = [{ role: "user", content: "Go" }];
	return JSON.stringify({ model: "claude-haiku-4-5", max_tokens: pieces, stream: true, messages });
}

async function ask(url: string, headers: Record<string, string>, pieces: number): Promise<Response> {
	const response = await fetch(`${url}/v1/messages`, { method: "POST", headers, body: question(pieces) });
	if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
	return response;
}

/** Both ways take turns, so that what else goes on affects both. */
async function addedToFirstByte(gateway: RunningService, provider: string): Promise<number> {
	const firstByteMs = async (url: string, headers: Record<string, string>) => {
		const started = performance.now();
		const response = await ask(url, headers, 1);
		const reader = response.body?.getReader();
		await reader?.read();
		const ms = performance.now() - started;
		while (!(await reader?.read())?.done);
		return ms;
	};
	const added: number[] = [];
	for (let run = 0; run < firstBytes; run++) {
		const direct = await firstByteMs(provider, {});
		const through = await firstByteMs(gateway.url, bearer(gateway));
		if (run >= 10) added.push(through - direct);
	}
	return median(added);
}

async function cpuOfStream(gateway: RunningService): Promise<number> {
	const seconds = 5;
	const before = gateway.cpuMs();
	const started = performance.now();
	await (await ask(gateway.url, bearer(gateway), (seconds * 1000) / pieceMs)).text();
	return ((gateway.cpuMs() - before) / (performance.now() - started)) * 100;
}

/** The most while all of them are under way. */
async function memoryOfStreams(gateway: RunningService): Promise<number> {
	const answers = await Promise.all(Array.from({ length: streams }, () => ask(gateway.url, bearer(gateway), 200)));
	let most = 0;
	const watch = setInterval(() => {
		most = Math.max(most, gateway.megabytes());
	}, 50);
	await Promise.all(answers.map((answer) => answer.text()));
	clearInterval(watch);
	return most;
}

async function memoryOfClients(broker: RunningService): Promise<number> {
	const port = Number(new URL(broker.url).port);
	const request = `GET /v1/snapshot/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${broker.token}\r\n\r\n`;
	const sockets: Socket[] = [];
	await Promise.all(
		Array.from({ length: clients }, async () => {
			const socket = connect(port, "127.0.0.1");
			sockets.push(socket);
			const { promise, resolve, reject } = Promise.withResolvers<void>();
			socket.once("error", reject);
			let seen = "";
			socket.on("data", (bytes) => {
				seen += bytes.toString();
				if (seen.includes("event: snapshot")) resolve();
			});
			socket.write(request);
			await promise;
		}),
	);
	// A change reaches all of them.
	for (let change = 0; change < 20; change++) {
		await fetch(`${broker.url}/v1/credential`, {
			method: "POST",
			headers: bearer(broker),
			body: JSON.stringify({ provider: "openai", credential: { type: "api_key", key: `sk-${change}` } }),
		});
	}
	const megabytes = broker.megabytes();
	for (const socket of sockets) socket.destroy();
	return megabytes;
}

/** Loaded with every start: the features' commands as data, and where the settings of a broker are read. */
const alwaysLoaded = /features\/auth-(?:broker|gateway)\/feature\.ts/;
const ofServices = /(features\/auth-(?:broker|gateway)|src\/auth\/broker|src\/http-service|protocols\/pi-native)\//;

async function loadedWithoutThem(bench: Bench): Promise<Figure> {
	await using model = await startModel(bench);
	const cwd = join(bench.scratch, "without-services");
	await Bun.write(join(cwd, "notes.md"), "# Notes\n");
	const loaded = await loadedModules({ ...bench, cwd }, ["-p", "hi", ...model.selectors]);
	const sizes = loaded.map((line) => {
		const [, path = "", bytes = "0"] = /^ {4}(\S+) (\d+)$/.exec(line) ?? [];
		return ofServices.test(path) && !alwaysLoaded.test(path) ? Number(bytes) : 0;
	});
	return {
		name: "broker and gateway, sources loaded without them",
		value: sizes.reduce((sum, bytes) => sum + bytes, 0) / 1024,
		unit: "KB",
		limit: serviceLimits.loadedOff,
	};
}
