import { extensionsFeature } from "../features/extensions/feature.ts";
import { loadRegistry } from "../models/starting-model.ts";
import { UsageError } from "../process/usage-error.ts";
import type { FlagDefinition } from "../startup/flags.data.ts";
import { type LaunchOptions, parseLaunchOptions } from "../startup/launch-options.ts";
import { type Prepared, prepareStart } from "../startup/prepare-start.ts";
import type { PreparedSession } from "./open-session.ts";
import { startWorkbench } from "./start-workbench.ts";

export interface ClaimedFlags {
	readonly prepared: PreparedSession;
	readonly options: LaunchOptions;
}

/**
 * A command line with options that omp does not have: extensions are loaded first, and then it is parsed once more with their
 * flags. Throws for what nobody claims.
 */
export async function claimFlags(
	argv: readonly string[],
	host: Parameters<typeof prepareStart>[0],
	options: LaunchOptions,
): Promise<ClaimedFlags> {
	const prepared = await prepareStart(host, options);
	const registry = await loadRegistry(prepared.host, prepared.agentDir, prepared.settings, options);
	const started = await startWorkbench(prepared, options, registry);
	const extensions = started.workbench.features.find(extensionsFeature)?.extensions;
	const unclaimed: UsageError[] = [];
	try {
		const more = (extensions?.registeredFlags ?? []).map(
			({ name, options: { type, description = "" } }): FlagDefinition => ({
				name,
				kind: type === "boolean" ? "boolean" : "string",
				help: description,
			}),
		);
		const claimed = parseLaunchOptions(argv, { more, onUnknown: (error) => unclaimed.push(error) });
		if (unclaimed[0]) throw await refusal(unclaimed[0], prepared, started.notices);
		extensions?.setFlags(claimed.extensionFlags ?? new Map());
		return { prepared: { ...prepared, started }, options: claimed };
	} catch (error) {
		await started.workbench.features[Symbol.asyncDispose]();
		throw error;
	}
}

/** An option that nobody has, and why an extension may not be there that has it. */
async function refusal({ message }: UsageError, { gate }: Prepared, notices: readonly string[]): Promise<UsageError> {
	const { describeLeftOut } = await import("../trust/describe.ts");
	const untrusted = gate.waiting.length > 0 ? [describeLeftOut(gate.waiting)] : [];
	return new UsageError([message, ...notices, ...untrusted].join("\n"));
}
