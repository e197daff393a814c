import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Bench } from "./benchmark.ts";

/**
 * Starts the scripted model in a process of its own, so that its memory and time are not the product's, and makes it known
 * to the product the way a user would.
 */
export async function startModel(bench: Bench): Promise<{ selectors: readonly string[] } & AsyncDisposable> {
	const server = Bun.spawn([process.execPath, join(import.meta.dir, "serve-model.ts")], {
		env: { ...bench.env },
		stdin: "ignore",
		stdout: "pipe",
		stderr: "inherit",
	});
	const { value } = await server.stdout.getReader().read();
	const url = new TextDecoder().decode(value).trim();
	const agent = join(bench.env.HOME ?? "", ".omp/agent");
	await mkdir(agent, { recursive: true });
	await Bun.write(join(agent, "models.yml"), modelsYml(url));
	return {
		selectors: ["--model", "scripted/claude"],
		async [Symbol.asyncDispose]() {
			server.kill();
			await server.exited;
		},
	};
}

/** The scripted model as a provider. */
export function modelsYml(url: string): string {
	return `providers:
  scripted:
    baseUrl: ${url}
    apiKey: scripted
    api: anthropic-messages
    models:
      - { id: claude, name: Scripted, contextWindow: 200000, maxTokens: 8192 }
`;
}
