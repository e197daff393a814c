import { join } from "node:path";
import { productEnv } from "@oh-my-pi/pi-testkit/isolation/isolated-env";
import { builtExecutable } from "@oh-my-pi/pi-testkit/product/built-executable";
import { type CommandResult, runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { until } from "@oh-my-pi/pi-testkit/until";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";

/** A long-running command of the built omp, with a home of its own. */
export interface OmpService extends AsyncDisposable {
	readonly url: string;
	readonly token: string;
	readonly home: Workspace;
	readonly agentDir: string;
	readonly env: Record<string, string>;
	readonly pid: number;
	/** Everything it has printed, over all its starts. */
	output(): string;
	/** A command of omp with the same home. */
	run(args: readonly string[], options?: { stdin?: string; env?: Record<string, string> }): Promise<CommandResult>;
	kill(signal?: NodeJS.Signals): Promise<void>;
	/** Starts it again on the same port. */
	restart(): Promise<void>;
}

export interface ServiceOptions {
	readonly env?: Record<string, string>;
	readonly args?: readonly string[];
	/** The home of another service. */
	readonly home?: Workspace;
}

export async function ompService(
	command: "auth-broker" | "auth-gateway",
	options: ServiceOptions = {},
): Promise<OmpService> {
	const home = options.home ?? (await workspace());
	const omp = await builtExecutable();
	const env = productEnv({ HOME: home.path, ...options.env });
	const token = (await runCommand([omp, command, "token"], { env })).stdout.trim();
	let printed = "";
	let child: Bun.Subprocess<"ignore", "pipe", "pipe">;
	let port = 0;
	const start = async () => {
		const from = printed.length;
		child = Bun.spawn([omp, command, "serve", "--bind", `127.0.0.1:${port}`, ...(options.args ?? [])], {
			env,
			cwd: home.path,
			stdin: "ignore",
			stdout: "pipe",
			stderr: "pipe",
		});
		for (const stream of [child.stdout, child.stderr]) void collect(stream, (text) => (printed += text));
		const url = await until(
			() => /"event":"listening","url":"http:\/\/127\.0\.0\.1:(\d+)"/.exec(printed.slice(from))?.[1],
			{
				describe: () => `${command} to listen; it printed: ${printed.slice(from)}`,
			},
		);
		port = Number(url);
	};
	const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
		child.kill(signal);
		await child.exited;
	};
	await start();
	return {
		get url() {
			return `http://127.0.0.1:${port}`;
		},
		token,
		home,
		agentDir: join(home.path, ".omp/agent"),
		env,
		get pid() {
			return child.pid;
		},
		output: () => printed,
		run: (args, run = {}) =>
			runCommand([omp, ...args], { cwd: home.path, stdin: run.stdin, env: { ...env, ...run.env } }),
		kill: stop,
		restart: start,
		async [Symbol.asyncDispose]() {
			await stop("SIGKILL");
			if (!options.home) await home[Symbol.asyncDispose]();
		},
	};
}

async function collect(stream: ReadableStream<Uint8Array>, add: (text: string) => void): Promise<void> {
	const decoder = new TextDecoder();
	for await (const bytes of stream) add(decoder.decode(bytes, { stream: true }));
}

/** What a client of the broker needs. */
export function brokerEnv(broker: OmpService): Record<string, string> {
	return { OMP_AUTH_BROKER_URL: broker.url, OMP_AUTH_BROKER_TOKEN: broker.token };
}

export async function ask(
	service: OmpService,
	path: string,
	options: { method?: string; body?: unknown; headers?: Record<string, string>; token?: string } = {},
): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
	const { body, method = body === undefined ? "GET" : "POST", token = service.token } = options;
	const response = await fetch(`${service.url}${path}`, {
		method,
		headers: { ...(token && { authorization: `Bearer ${token}` }), ...options.headers },
		...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
	});
	const text = await response.text();
	return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : {} };
}

export async function storeKey(broker: OmpService, provider: string, key: string): Promise<void> {
	const { status } = await ask(broker, "/v1/credential", { body: { provider, credential: { type: "api_key", key } } });
	if (status !== 200) throw new Error(`The key was not stored: ${status}`);
}
