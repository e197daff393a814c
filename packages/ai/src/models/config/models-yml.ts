import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseYaml } from "@oh-my-pi/pi-utils/config/parse-yaml";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { atomicWrite } from "@oh-my-pi/pi-utils/files/atomic-write";
import { type ConfigPath, type ConfigProblem, fieldName } from "./config-checks.ts";
import { emptyModelsConfig, type ModelsConfig } from "./models-config.ts";
import { checkModelsConfig } from "./models-config-checks.ts";

export interface LoadedModelsConfig {
	readonly config: ModelsConfig;
	/** Displayable: where an entry of a provider is left out, or the file as a whole, the problem says so. */
	readonly problems: readonly string[];
}

const nothing: LoadedModelsConfig = { config: emptyModelsConfig, problems: [] };

/** Loads the user's providers. An unusable file is a reported problem, not a fatal error. */
export async function loadModelsConfig(
	agentDir: string,
	extraApis: readonly string[] = [],
): Promise<LoadedModelsConfig> {
	for (const name of ["models.yml", "models.yaml"]) {
		const path = join(agentDir, name);
		const read = await readText(path);
		if ("text" in read) return parseModelsYml(read.text, path, extraApis);
		if (read.problem) return { config: emptyModelsConfig, problems: [`${path}: ${read.problem}`] };
	}
	return migrateJson(agentDir, extraApis);
}

async function readText(path: string): Promise<{ text: string } | { problem?: string }> {
	try {
		return { text: await readFile(path, "utf8") };
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
		return { problem: errorMessage(error) };
	}
}

export async function parseModelsYml(
	text: string,
	path: string,
	extraApis: readonly string[] = [],
): Promise<LoadedModelsConfig> {
	const parsed = await parseYaml(text, path);
	if ("problem" in parsed) return { config: emptyModelsConfig, problems: [ignored(parsed.problem)] };
	const root = parsed.value;
	if (root === null || root === undefined) return nothing;
	const problems = checkModelsConfig(root, extraApis);
	if (problems.length === 0) return { config: withProviders(root, []), problems: [] };
	const fatal = problems.filter((problem) => !problem.harmless);
	const whole = fatal.find((problem) => providerOf(problem) === undefined);
	return {
		config: whole ? emptyModelsConfig : withProviders(root, problems),
		problems: await Promise.all((whole ? [whole] : problems).map((problem) => describe(problem, text, path))),
	};
}

/** The provider whose entry a problem is in: the others are usable without it. */
function providerOf({ path: [top, provider] }: ConfigProblem): string | undefined {
	return top === "providers" && provider !== undefined ? String(provider) : undefined;
}

function withProviders(root: unknown, problems: readonly ConfigProblem[]): ModelsConfig {
	const leftOut = new Set(problems.flatMap((problem) => (problem.harmless ? [] : [providerOf(problem)])));
	for (const problem of problems) if (problem.isLeftOut) remove(root, problem.path);
	// Every field of what is left has been checked.
	const config = root as ModelsConfig;
	const entries = Object.entries(config.providers ?? {}).filter(([id]) => !leftOut.has(id));
	return { ...config, providers: Object.fromEntries(entries) };
}

/** The document is ours: it was parsed for this. */
function remove(root: unknown, path: ConfigPath): void {
	let inner = root;
	for (const step of path.slice(0, -1)) inner = (inner as Record<string, unknown> | undefined)?.[step];
	const last = path.at(-1);
	if (typeof inner === "object" && inner !== null && last !== undefined)
		delete (inner as Record<string, unknown>)[last];
}

async function describe(problem: ConfigProblem, text: string, path: string): Promise<string> {
	const { yamlLineFinder } = await import("./yaml-lines.ts");
	const line = (await yamlLineFinder(text))(problem.path);
	const place = line === undefined ? path : `${path}:${line}`;
	const field = problem.path.length === 0 ? "the file" : fieldName(problem.path);
	const message = `${place}: ${field}: ${problem.message}`;
	if (problem.isLeftOut) return `${message} (it is left out)`;
	if (problem.harmless) return message;
	const provider = providerOf(problem);
	return provider === undefined ? ignored(message) : `${message} (the provider ${provider} is left out)`;
}

function ignored(message: string): string {
	return `${message} (the file is ignored)`;
}

/** Converts a lone `models.json` to `models.yml` once. */
async function migrateJson(agentDir: string, extraApis: readonly string[]): Promise<LoadedModelsConfig> {
	const source = join(agentDir, "models.json");
	const read = await readText(source);
	if (!("text" in read)) return read.problem ? { ...nothing, problems: [`${source}: ${read.problem}`] } : nothing;
	let root: unknown;
	try {
		root = JSON.parse(read.text);
	} catch (error) {
		return { ...nothing, problems: [`${source}: ${errorMessage(error)}`] };
	}
	const target = join(agentDir, "models.yml");
	const yaml = `${Bun.YAML.stringify(root, null, 2)}\n`;
	try {
		await atomicWrite(target, yaml);
	} catch (error) {
		const { config, problems } = await parseModelsYml(yaml, source, extraApis);
		const reason = errorMessage(error);
		return { config, problems: [`${source}: could not be turned into models.yml: ${reason}`, ...problems] };
	}
	return parseModelsYml(yaml, target, extraApis);
}
