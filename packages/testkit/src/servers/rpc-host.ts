import { RpcClient } from "@oh-my-pi/pi-coding-agent/rpc-client";
import type { OmpProject } from "../product/omp-project.ts";
import { until } from "../until.ts";

export type RpcFrame = { readonly type: string } & Record<string, unknown>;

/** omp over pipes: records every frame and can send anything. */
export interface RpcHost extends AsyncDisposable {
	readonly frames: readonly RpcFrame[];
	readonly pid: number;
	/** Sends values as JSON and strings unchanged, one per line. */
	send(...lines: readonly unknown[]): void;
	/** Waits for a frame with these fields, by default from the first one. */
	frame(fields: Record<string, unknown>, options?: { from?: number }): Promise<RpcFrame>;
	/** Sends a command and waits for its response. */
	ask(command: Record<string, unknown> & { id: string }): Promise<RpcFrame>;
	/** Closes stdin and returns the exit code. */
	end(): Promise<number | null>;
	kill(signal: NodeJS.Signals): void;
	readonly exited: Promise<number | null>;
	stderr(): Promise<string>;
}

export function rpcHost(
	omp: Pick<OmpProject, "command" | "env" | "path">,
	options: { args?: readonly string[]; env?: Record<string, string>; command?: readonly string[] } = {},
): RpcHost {
	const child = Bun.spawn([...(options.command ?? omp.command), "--mode", "rpc", ...(options.args ?? [])], {
		cwd: omp.path,
		env: { ...omp.env, ...options.env },
		stdin: "pipe",
		stdout: "pipe",
		stderr: "pipe",
	});
	const frames: RpcFrame[] = [];
	const stderr = new Response(child.stderr).text();
	const read = (async () => {
		let rest = "";
		for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
			const lines = (rest + chunk).split("\n");
			rest = lines.pop() ?? "";
			for (const line of lines) frames.push(JSON.parse(line));
		}
	})();
	const exited = Promise.all([child.exited, read]).then(() => child.exitCode);
	const frame: RpcHost["frame"] = (fields, { from = 0 } = {}) =>
		until(() => frames.slice(from).find((candidate) => Bun.deepMatch(fields, candidate)), {
			timeoutMs: 15_000,
			describe: () => `${JSON.stringify(fields)} among ${JSON.stringify(frames.map(({ type }) => type))}`,
		});
	const send: RpcHost["send"] = (...lines) => {
		for (const line of lines) child.stdin.write(`${typeof line === "string" ? line : JSON.stringify(line)}\n`);
		child.stdin.flush();
	};
	return {
		frames,
		pid: child.pid,
		send,
		frame,
		ask(command) {
			send(command);
			return frame({ type: "response", id: command.id });
		},
		async end() {
			child.stdin.end();
			return exited;
		},
		kill: (signal) => child.kill(signal),
		exited,
		stderr: () => stderr,
		async [Symbol.asyncDispose]() {
			child.kill("SIGKILL");
			await exited;
		},
	};
}

/** The typed client, started in the project. */
export async function rpcClient(
	omp: OmpProject,
	options: { args?: readonly string[]; env?: Record<string, string> } = {},
): Promise<RpcClient> {
	const client = new RpcClient({
		cliPath: omp.command.at(-1),
		cwd: omp.path,
		env: { ...omp.env, ...options.env },
		args: options.args,
	});
	await client.start();
	return client;
}
