import { foreignText } from "../../../../process/terminal/terminal-text.ts";
import { UsageError } from "../../../../process/usage-error.ts";
import { missingWords, planJson, planText } from "../../plan/plan-text.ts";
import { readPlan } from "../../plan/read-plan.ts";
import { type FleetAction, printJson, singleWord, wantsJson } from "../shared/fleet-action.ts";

/** Checks a task file; neither a queue nor a model is touched. */
export const planAction: FleetAction = async (invocation) => {
	const { host, io } = invocation;
	const file = singleWord(invocation, "the task file");
	if (file === undefined) throw new UsageError("which file? omp fleet plan FILE");
	const plan = await readPlan(file, host);
	if (wantsJson(invocation)) await printJson(invocation, planJson(plan));
	else await io.stdout.write(foreignText(io.stdout, planText(plan)));
	if (plan.missing.length > 0) await io.stderr.write(foreignText(io.stderr, `${missingWords(plan.missing)}\n`));
	return 0;
};
