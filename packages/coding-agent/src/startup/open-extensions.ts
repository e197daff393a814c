import { scopedValues } from "@oh-my-pi/pi-ai/models/path-scoped";
import { mayHaveClaudeHooks } from "../claude-hooks/has-claude-hooks.ts";
import type { Extensions } from "../extensions/extensions.ts";
import { mayHaveExtensions } from "../extensions/has-extensions.ts";
import { givenPath } from "../plugins/state/resolve-path.ts";
import { modelChoiceSettings } from "../settings/sections/providers.ts";
import type { OpenedConversation } from "../workbench/opened-conversation.ts";
import type { Workbench } from "../workbench/workbench.ts";
import type { FlagDefinition } from "./flags.data.ts";
import { isOwnFlag, type LaunchOptions } from "./launch-options.ts";

/** Loads the extensions, before a model is chosen, as they may bring models. `undefined` where there are none. */
export async function openExtensions(
	workbench: Workbench,
	options: Pick<LaunchOptions, "extensions" | "noExtensions" | "extensionFlags"> &
		Partial<Pick<LaunchOptions, "pluginDirs">>,
	notices: string[],
): Promise<Extensions | undefined> {
	const { host, agentDir, settings } = workbench;
	const { pluginDirs = [] } = options;
	const discovers = !options.noExtensions;
	const isWanted =
		options.extensions.length + pluginDirs.length > 0 || mayHaveExtensions({ host, agentDir, settings, discovers });
	if (!isWanted) return undefined;
	const { describeError, Extensions } = await import("../extensions/extensions.ts");
	const extensions = new Extensions(workbench, { named: options.extensions, pluginDirs, discovers });
	extensions.setFlags(options.extensionFlags ?? new Map());
	workbench.guests = extensions;
	notices.push(...(await extensions.load()).map(describeError));
	for (const { name, path } of extensions.registeredFlags) {
		if (isOwnFlag(name)) notices.push(`Extension ${path}: --${name} is a flag of omp and stays that.`);
	}
	return extensions;
}

/** The hooks of Claude Code, which only those load who have some. */
export async function findClaudeHooks(
	workbench: Workbench,
	{
		noExtensions,
		pluginDirs: given = [],
	}: Pick<LaunchOptions, "noExtensions"> & Partial<Pick<LaunchOptions, "pluginDirs">>,
	notices: string[],
): Promise<{ attach(session: OpenedConversation): void } | undefined> {
	const { host, settings } = workbench;
	const place = { cwd: host.cwd, home: host.home };
	const pluginDirs = given.flatMap((path) => givenPath(path, host.cwd, host.home) ?? []);
	if (noExtensions || !mayHaveClaudeHooks(host, pluginDirs)) return undefined;
	const disabled = scopedValues(settings.get(modelChoiceSettings.disabledProviders), place, "providers");
	if (disabled.includes("claude")) return undefined;
	const { openClaudeHooks } = await import("../claude-hooks/open-claude-hooks.ts");
	const plugins = disabled.includes("claude-plugins") ? undefined : { named: pluginDirs };
	return openClaudeHooks(workbench, (message) => notices.push(message), plugins);
}

/** The flags of extensions as the command line knows flags. */
export function flagsOf(extensions: Extensions | undefined): FlagDefinition[] {
	return (extensions?.registeredFlags ?? []).map(({ name, options }) => ({
		name,
		kind: options.type === "boolean" ? "boolean" : "string",
		help: options.description ?? "",
	}));
}
