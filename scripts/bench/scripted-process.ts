import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Bench } from "./benchmark.ts";

/** Runs a model server of this folder in a process of its own and makes it known to the product as `bench/bench`. */
export async function startScripted(
	bench: Bench,
	script: string,
	args: readonly string[] = [],
): Promise<{ selectors: readonly string[] } & AsyncDisposable> {
	const server = Bun.spawn([process.execPath, join(import.meta.dir, script), ...args], {
		env: { ...bench.env },
		stdin: "ignore",
		stdout: "pipe",
		stderr: "inherit",
	});
	const { value } = await server.stdout.getReader().read();
	const agent = join(bench.env.HOME ?? "", ".omp/agent");
	await mkdir(agent, { recursive: true });
	await Bun.write(join(agent, "models.yml"), modelsYml(new TextDecoder().decode(value).trim()));
	return {
		selectors: ["--model", "bench/bench"],
		async [Symbol.asyncDispose]() {
			server.kill();
			await server.exited;
		},
	};
}

function modelsYml(url: string): string {
	return `providers:
  bench:
    baseUrl: ${url}
    apiKey: bench
    api: anthropic-messages
    models:
      - { id: bench, name: Bench, contextWindow: 2000000, maxTokens: 400000 }
`;
}
