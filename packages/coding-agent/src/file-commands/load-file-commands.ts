import { dirname } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { promptTemplates } from "../discovery/capabilities/prompts.ts";
import { type SlashCommandFile, slashCommandFiles } from "../discovery/capabilities/slash-commands.ts";
import type { LoadContext, SourceMeta } from "../discovery/contract/capability.ts";
import type { CapabilityResult } from "../discovery/contract/capability-registry.ts";
import { loadContext } from "../discovery/contract/load-context.ts";
import { discoveryRegistry } from "../discovery/discovery-registry.ts";
import { commandFiles } from "../discovery/files/command-files.ts";
import { frontmatterProblem } from "../discovery/files/frontmatter.ts";
import { commandSettings } from "../settings/sections/services/skills.ts";
import type { Settings } from "../settings/settings.ts";
import type { Claim } from "../trust/claim.ts";
import type { TrustGate } from "../trust/trust-gate.ts";
import green from "./bundled/green.md" with { type: "text" };
import init from "./bundled/init.md" with { type: "text" };
import review from "./bundled/review.md" with { type: "text" };
import { commandActions } from "./command-actions.ts";
import { bundled, type FileCommand, fileCommand } from "./file-command.ts";
import type { LoadedCommands } from "./file-commands.ts";

/** The commands found from a folder, ours first, then what omp brings for names that are still free. */
export async function loadFileCommands(
	cwd: string,
	sources: {
		host: Host;
		agentDir: string;
		settings: Settings;
		gate?: TrustGate;
		/** Prompts of extensions. */
		morePrompts?: readonly string[];
	},
): Promise<LoadedCommands> {
	const { host, agentDir, settings, gate } = sources;
	const context = await loadContext({ cwd, home: host.home, agentDir, env: host.env, ...(gate && { gate }) });
	const registry = discoveryRegistry(cwd, host.home, settings);
	const [commands, templates, added] = await Promise.all([
		registry.load(slashCommandFiles, context),
		registry.load(promptTemplates, context),
		promptsAt(sources.morePrompts ?? [], context),
	]);
	const made = (items: CapabilityResult<SlashCommandFile>["items"]) =>
		items
			.filter(({ _source }) => isCommandSourceOn(_source, settings))
			.map((item) => {
				const admits = item.level === "project" ? (claim: Claim) => context.gate.admits(claim) : undefined;
				const place = { cwd, home: host.home, project: context.gate.project };
				const { command, broken } = fileCommand({ ...item, source: sourceName(item._source) }, (text) =>
					commandActions({ ...item, ...text }, place, admits),
				);
				return { command, broken, path: item.path };
			});
	const [fromCommands, fromTemplates] = [made(commands.items), made([...templates.items, ...added.items])];
	const broken = new Map([...fromCommands, ...fromTemplates].map((made) => [made.path, made.broken]));
	const problems = await Promise.all(
		[...broken].flatMap(([path, yaml]) => (yaml === undefined ? [] : [frontmatterProblem(path, yaml)])),
	);
	return {
		commands: firstOfEachName([
			...fromCommands.map(({ command }) => command),
			...bundledCommands(),
			...fromTemplates.map(({ command }) => command),
		]),
		warnings: [...commands.warnings, ...templates.warnings, ...added.warnings, ...context.files.problems, ...problems],
		isStale: () => context.files.isStale,
	};
}

/** Files, or folders of files. */
async function promptsAt(paths: readonly string[], context: LoadContext) {
	const identity = { id: "extensions", displayName: "Extensions" };
	const isFile = (path: string) => path.endsWith(".md");
	const folders = [...new Set(paths.map((path) => (isFile(path) ? dirname(path) : path)))];
	const found = await commandFiles(
		identity,
		folders.map((path) => ({ path, level: "user" as const })),
		context,
	);
	const wanted = found.items.filter(({ path }) => paths.includes(path) || paths.includes(dirname(path)));
	return { items: wanted, warnings: found.warnings ?? [] };
}

function firstOfEachName(commands: readonly FileCommand[]): FileCommand[] {
	const seen = new Set<string>();
	return commands.filter(({ name }) => !seen.has(name) && seen.add(name));
}

/** Commands of other programs can be turned off, the user's and the project's. */
export function isCommandSourceOn({ provider, level }: SourceMeta, settings: Settings): boolean {
	const isUser = level === "user";
	const { enableClaudeUser, enableClaudeProject, enableOpencodeUser, enableOpencodeProject } = commandSettings;
	if (provider === "claude") return settings.get(isUser ? enableClaudeUser : enableClaudeProject);
	if (provider === "opencode") return settings.get(isUser ? enableOpencodeUser : enableOpencodeProject);
	return true;
}

/** `project` and `user` are our own; others are named. */
function sourceName({ provider, providerName, level }: SourceMeta): string {
	return provider === "native" ? level : `via ${providerName} ${level === "user" ? "User" : "Project"}`;
}

/** Prompts that omp brings; a file of the same name takes the place of one. */
function bundledCommands(): FileCommand[] {
	const texts = { init, review, green };
	return Object.entries(texts).map(([name, content]) => fileCommand({ name, content, source: bundled }).command);
}
