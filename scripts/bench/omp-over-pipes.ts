import { RpcConnection } from "@oh-my-pi/pi-coding-agent/rpc-connection";
import type { Bench } from "./benchmark.ts";

export interface OmpOverPipes extends AsyncDisposable {
	readonly pid: number;
	request(command: string, fields?: object): Promise<unknown>;
	/** Sends a prompt and gives the moment of each turn's end, in milliseconds since it was sent. */
	prompt(message: string): Promise<readonly number[]>;
}

/** The built program in RPC mode. */
export async function startOmp(bench: Bench, args: readonly string[]): Promise<OmpOverPipes> {
	let turnEnds: number[] = [];
	let startedAt = 0;
	let onEnd = () => {};
	let onFailure = (_error: Error) => {};
	const connection = new RpcConnection({
		command: [bench.omp, "--mode", "rpc", ...args],
		cwd: bench.cwd,
		env: bench.env,
		onFrame(frame) {
			if (frame.type === "turn_end") turnEnds.push(performance.now() - startedAt);
			if (frame.type === "agent_end") onEnd();
		},
		onEnd: (error) => onFailure(error),
	});
	await connection.ready();
	return {
		// The launcher becomes the program, so the process stays the same.
		pid: connection.pid,
		request: (command, fields = {}) => connection.request(command, fields),
		async prompt(message) {
			const ended = Promise.withResolvers<void>();
			onEnd = ended.resolve;
			onFailure = ended.reject;
			turnEnds = [];
			startedAt = performance.now();
			await connection.request("prompt", { message }, { onLateFailure: ended.reject });
			await ended.promise;
			return turnEnds;
		},
		async [Symbol.asyncDispose]() {
			await connection.stop(2000);
		},
	};
}
