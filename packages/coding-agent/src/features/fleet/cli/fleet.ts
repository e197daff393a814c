import { FleetError } from "@oh-my-pi/pi-fleet/contract/fleet-error";
import { CliError, CommandUsageError } from "../../../process/usage-error.ts";
import { parseArgs } from "../../../startup/parse-args.ts";
import type { FeatureCliCommand } from "../../contract/command-ports.ts";
import { fleetFlags, fleetHelp } from "./flags.data.ts";
import type { FleetAction } from "./shared/fleet-action.ts";

const actions: Readonly<Record<string, () => Promise<FleetAction>>> = {
	plan: async () => (await import("./start/plan-action.ts")).planAction,
	run: async () => (await import("./start/run-action.ts")).runAction,
	submit: async () => (await import("./start/submit-action.ts")).submitAction,
	worker: async () => (await import("./start/worker-action.ts")).workerAction,
	status: async () => (await import("./look/status-action.ts")).statusAction,
	list: async () => (await import("./look/list-action.ts")).listAction,
	show: async () => (await import("./look/show-action.ts")).showAction,
	logs: async () => (await import("./look/logs-action.ts")).logsAction,
	attach: async () => (await import("./look/attach-action.ts")).attachAction,
	cancel: async () => (await import("./change/change-actions.ts")).cancelAction,
	retry: async () => (await import("./change/change-actions.ts")).retryAction,
	pause: async () => (await import("./change/change-actions.ts")).pauseAction,
	resume: async () => (await import("./change/change-actions.ts")).resumeAction,
	results: async () => (await import("./change/results-action.ts")).resultsAction,
	report: async () => (await import("./look/report-action.ts")).reportAction,
	gc: async () => (await import("./change/gc-action.ts")).gcAction,
};

export const fleetActions = Object.keys(actions);

/** Many tasks, on one machine or many. */
export const fleet: FeatureCliCommand = async (argv, host, io, ports) => {
	const args = parseArgs(argv, fleetFlags);
	const [name, ...words] = args.messages;
	if (args.flags.has("help") || name === undefined) {
		await io.stdout.write(fleetHelp);
		return args.flags.has("help") ? 0 : 1;
	}
	const load = Object.hasOwn(actions, name) ? actions[name] : undefined;
	if (!load)
		throw new CommandUsageError("fleet", `Unknown action "${name}". Known: ${fleetActions.join(", ")}`, fleetHelp);
	try {
		const run = await load();
		return await run({ args, words, host, io, ports });
	} catch (error) {
		if (error instanceof FleetError) throw new CliError(error.message, { cause: error });
		throw error;
	}
};
