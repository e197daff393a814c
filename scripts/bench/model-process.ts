import { join } from "node:path";
import type { Bench } from "./benchmark.ts";

/** The scripted model in a process of its own, so that its memory and time are not the product's. */
export async function startModel(bench: Bench): Promise<{ env: Record<string, string> } & AsyncDisposable> {
	const server = Bun.spawn([process.execPath, join(import.meta.dir, "serve-model.ts")], {
		env: { ...bench.env },
		stdin: "pipe",
		stdout: "pipe",
		stderr: "inherit",
	});
	const { value } = await server.stdout.getReader().read();
	const url = new TextDecoder().decode(value).trim();
	return {
		env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "scripted" },
		async [Symbol.asyncDispose]() {
			server.kill();
			await server.exited;
		},
	};
}
