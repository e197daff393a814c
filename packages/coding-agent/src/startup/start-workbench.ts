import { existsSync } from "node:fs";
import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry";
import { startupPhase } from "@oh-my-pi/pi-utils/startup-phase";
import { attachAgents } from "../agents/agents.ts";
import { journalsFolder } from "../agents/isolation/journals-folder.ts";
import type { Extensions } from "../extensions/extensions.ts";
import { loadRegistry } from "../models/starting-model.ts";
import { UsageError } from "../process/usage-error.ts";
import { workspaceBase } from "../process/worktree-base.ts";
import { worktreeSettings } from "../settings/sections/task.ts";
import { Workbench } from "../workbench/workbench.ts";
import { applyFlags } from "./apply-flags.ts";
import { type LaunchOptions, parseLaunchOptions } from "./launch-options.ts";
import { flagsOf, openExtensions } from "./open-extensions.ts";
import { type Prepared, prepareStart } from "./prepare-start.ts";

export interface StartedWorkbench {
	readonly workbench: Workbench;
	readonly extensions: Extensions | undefined;
	readonly notices: readonly string[];
}

/** Everything but a conversation. */
export async function startWorkbench(
	{ host, agentDir, settings, gate }: Prepared,
	options: LaunchOptions,
	registry: ModelRegistry,
): Promise<StartedWorkbench> {
	const notices: string[] = [];
	await applyFlags(settings, options);
	const workbench = new Workbench({ host, agentDir, settings, registry, gate, continuity: options });
	attachAgents(workbench);
	const { maxCostUsd: usd, tokenBudget: tokens } = options;
	workbench.budget.run = { ...(usd !== undefined && { usd }), ...(tokens !== undefined && { tokens }) };
	await finishMerges(workbench, notices);
	const extensions = await startupPhase(host, "extensions", () => openExtensions(workbench, options, notices));
	return { workbench, extensions, notices };
}

/** Results of sub-agents that an omp was putting in place when it was killed. */
async function finishMerges({ host, settings }: Workbench, notices: string[]): Promise<void> {
	const base = workspaceBase(settings.get(worktreeSettings.base), host);
	if (!existsSync(journalsFolder(base))) return;
	const { recoverMerges } = await import("../agents/isolation/merge-journal.ts");
	notices.push(...(await recoverMerges(base, host.env)));
}

/** An option that nobody has, and why an extension may not be there that has it. */
async function refusal({ message }: UsageError, { gate }: Prepared, notices: readonly string[]): Promise<UsageError> {
	const { describeLeftOut } = await import("../trust/describe.ts");
	const untrusted = gate.waiting.length > 0 ? [describeLeftOut(gate.waiting)] : [];
	return new UsageError([message, ...notices, ...untrusted].join("\n"));
}

/**
 * A command line with options that omp does not have: extensions are loaded first, and then it is parsed once more with their
 * flags. Throws for what nobody claims.
 */
export async function claimFlags(
	argv: readonly string[],
	given: Parameters<typeof prepareStart>[0],
	options: LaunchOptions,
): Promise<{ readonly prepared: Prepared; readonly options: LaunchOptions }> {
	const prepared = await prepareStart(given, options);
	const { host, agentDir } = prepared;
	const started = await startWorkbench(prepared, options, await loadRegistry(host, agentDir, options));
	const unclaimed: UsageError[] = [];
	try {
		const more = flagsOf(started.extensions);
		const claimed = parseLaunchOptions(argv, { more, onUnknown: (error) => unclaimed.push(error) });
		if (unclaimed[0]) throw await refusal(unclaimed[0], prepared, started.notices);
		started.extensions?.setFlags(claimed.extensionFlags ?? new Map());
		return { prepared: { ...prepared, started }, options: claimed };
	} catch (error) {
		started.extensions?.unload();
		throw error;
	}
}
