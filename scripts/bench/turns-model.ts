import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Bench } from "./benchmark.ts";

export interface TurnsModel extends AsyncDisposable {
	readonly url: string;
	readonly selectors: readonly string[];
}

/** A model that makes a call of `read` so many times for each prompt, and a folder with something to read. */
export async function startTurns(
	bench: Bench,
	options: { callsPerPrompt: number; contextWindow: number },
): Promise<TurnsModel> {
	const server = Bun.spawn(
		[process.execPath, join(import.meta.dir, "serve-turns.ts"), String(options.callsPerPrompt)],
		{
			env: { ...bench.env },
			stdin: "ignore",
			stdout: "pipe",
			stderr: "inherit",
		},
	);
	const { value } = await server.stdout.getReader().read();
	const url = new TextDecoder().decode(value).trim();
	const agent = join(bench.env.HOME ?? "", ".omp/agent");
	await mkdir(agent, { recursive: true });
	await Bun.write(join(agent, "models.yml"), modelsYml(url, options.contextWindow));
	for (let index = 0; index < 1000; index++) {
		await Bun.write(join(bench.cwd, `note-${index}.txt`), `Note ${index}.\n${"Some words. ".repeat(30)}\n`);
	}
	return {
		url,
		selectors: ["--model", "turns/turns"],
		async [Symbol.asyncDispose]() {
			server.kill();
			await server.exited;
		},
	};
}

function modelsYml(url: string, contextWindow: number): string {
	return `providers:
  turns:
    baseUrl: ${url}
    apiKey: turns
    api: anthropic-messages
    models:
      - { id: turns, name: Turns, contextWindow: ${contextWindow}, maxTokens: 4096 }
`;
}
