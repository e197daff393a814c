import type { OmpProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { type PtyRun, ptyRun } from "@oh-my-pi/pi-testkit/terminal/pty-run";
import { until } from "@oh-my-pi/pi-testkit/until";

export interface RunningRelay extends AsyncDisposable {
	readonly port: number;
	/** Without the tap, which takes everything from the relay at once. */
	readonly directPort: number;
	/** Everything that went through it in both directions, as bytes on the wire. */
	readonly traffic: Buffer[];
	/** Kills the process and starts it again on the same port. */
	restart(): Promise<void>;
}

/** `omp collab relay` as a child process, behind a tap that records what passes. */
export async function startRelay(omp: OmpProject, args: readonly string[] = []): Promise<RunningRelay> {
	const traffic: Buffer[] = [];
	let relay = await spawnRelay(omp, 0, args);
	const tap = Bun.listen<{ upstream?: Bun.Socket<undefined>; waiting: Uint8Array[] }>({
		hostname: "127.0.0.1",
		port: 0,
		socket: {
			open(client) {
				client.data = { waiting: [] };
				void Bun.connect({
					hostname: "127.0.0.1",
					port: relay.port,
					socket: {
						open(upstream) {
							client.data.upstream = upstream;
							for (const bytes of client.data.waiting.splice(0)) writeAll(upstream, bytes);
						},
						data(_upstream, bytes) {
							traffic.push(Buffer.from(bytes));
							writeAll(client, bytes);
						},
						close: () => void client.end(),
						drain: (upstream) => drain(upstream),
						error: () => void client.end(),
					},
				}).catch(() => client.end());
			},
			data({ data }, bytes) {
				const copy = Buffer.from(bytes);
				traffic.push(copy);
				if (data.upstream) writeAll(data.upstream, copy);
				else data.waiting.push(copy);
			},
			close: ({ data }) => void data.upstream?.end(),
			drain: (client) => drain(client),
		},
	});
	return {
		get port() {
			return tap.port;
		},
		get directPort() {
			return relay.port;
		},
		traffic,
		async restart() {
			const { port } = relay;
			relay.child.kill("SIGKILL");
			await relay.child.exited;
			relay = await spawnRelay(omp, port, args);
		},
		async [Symbol.asyncDispose]() {
			tap.stop(true);
			relay.child.kill("SIGKILL");
			await relay.child.exited;
		},
	};
}

const unsent = new WeakMap<object, Buffer[]>();

interface Writable {
	write(bytes: Uint8Array): number;
}

function writeAll(socket: Writable, bytes: Uint8Array): void {
	const waiting = unsent.get(socket) ?? [];
	waiting.push(Buffer.from(bytes));
	unsent.set(socket, waiting);
	drain(socket);
}

function drain(socket: Writable): void {
	const waiting = unsent.get(socket) ?? [];
	for (let next = waiting[0]; next; next = waiting[0]) {
		const written = socket.write(next);
		if (written < next.length) {
			waiting[0] = next.subarray(Math.max(0, written));
			return;
		}
		waiting.shift();
	}
}

async function spawnRelay(omp: OmpProject, port: number, args: readonly string[]) {
	const child = Bun.spawn([...omp.command, "collab", "relay", `--bind=127.0.0.1:${port}`, ...args], {
		cwd: omp.path,
		env: omp.env,
		stdin: "ignore",
		stdout: "pipe",
		stderr: "inherit",
	});
	const { value } = await child.stdout.getReader().read();
	const [, chosen] = /127\.0\.0\.1:(\d+)/.exec(new TextDecoder().decode(value)) ?? [];
	return { child, port: Number(chosen) };
}

const size = { cols: 150, rows: 70 };

/** Without the sandbox, as commands that stay in it run without a question, and these tests answer questions. */
export function hostTerminal(omp: OmpProject, args: readonly string[] = []): PtyRun {
	const env = { ...omp.env, USER: "Ada" };
	const command = [...omp.command, "--approval-mode", "write", "--sandbox", "off", ...args];
	return ptyRun(command, { ...size, cwd: omp.path, env });
}

export interface Links {
	readonly terminal: string;
	readonly web: string;
}

/** Sends `/collab` and reads its links. */
export async function shareAt(host: PtyRun, port: number, view = false): Promise<Links> {
	await host.waitFor("Acme One");
	host.type(view ? "/collab view\r" : `/collab ws://127.0.0.1:${port}\r`);
	return until(() => {
		const text = host.history().split(view ? "can watch:" : "can take part,")[1] ?? "";
		const [, terminal] = /omp join "([^"\s]+)"/.exec(text) ?? [];
		const [web] = /http:\/\/127\S+/.exec(text) ?? [];
		return terminal !== undefined && web !== undefined && { terminal, web };
	});
}

/** A guest at a terminal, with a home of its own. */
export function guestTerminal(omp: OmpProject, link: string, name = "Grace"): PtyRun {
	return ptyRun([...omp.command, "join", link], { ...size, cwd: omp.path, env: { ...omp.env, USER: name } });
}
