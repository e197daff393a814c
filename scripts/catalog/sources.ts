import { mkdir } from "node:fs/promises";
import { join } from "node:path";

/** The packages that the catalog is generated from. Data for the generator only, not dependencies of omp. */
export const sources = [
	{ name: "@mastra/core", version: "1.71.0", license: "Apache-2.0", gives: "which models each provider has" },
	{ name: "@pydantic/genai-prices", version: "0.1.8", license: "MIT", gives: "prices and context windows" },
	{ name: "@tanstack/ai-openrouter", version: "0.19.6", license: "MIT", gives: "limits and modalities" },
	{ name: "@langchain/openrouter", version: "0.4.11", license: "MIT", gives: "limits and modalities" },
	{ name: "@langchain/openai", version: "1.6.0", license: "MIT", gives: "limits and modalities" },
	{ name: "@langchain/anthropic", version: "1.5.11", license: "MIT", gives: "limits and modalities" },
	{ name: "@langchain/google", version: "0.2.6", license: "MIT", gives: "limits and modalities" },
	{ name: "@langchain/groq", version: "1.3.1", license: "MIT", gives: "limits and modalities" },
	{ name: "@langchain/xai", version: "1.4.15", license: "MIT", gives: "limits and modalities" },
	{ name: "@langchain/deepseek", version: "1.1.13", license: "MIT", gives: "limits and modalities" },
] as const;

export type SourceName = (typeof sources)[number]["name"];

/** Extracts every source into the folder, without dependencies. */
export async function fetchSources(folder: string): Promise<void> {
	for (const { name, version } of sources) {
		const target = folderOf(folder, name);
		if (await Bun.file(join(target, "package.json")).exists()) continue;
		await mkdir(target, { recursive: true });
		const archive = (await run(["npm", "pack", "--silent", `${name}@${version}`], folder)).trim().split("\n").at(-1);
		await run(["tar", "xzf", `${archive}`, "-C", target, "--strip-components=1"], folder);
	}
}

export function folderOf(folder: string, name: SourceName): string {
	return join(folder, name.replace(/[@/]/g, "_"));
}

async function run(command: string[], cwd: string): Promise<string> {
	const child = Bun.spawn(command, { cwd, stdout: "pipe", stderr: "inherit" });
	const output = await new Response(child.stdout).text();
	if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} failed`);
	return output;
}
