import { CliError } from "../../../../process/usage-error.ts";
import { costBound } from "../../plan/cost-bound.ts";
import type { Plan } from "../../plan/plan.ts";
import { costWords, uncappedWords } from "../../plan/plan-text.ts";
import { fleetSettings } from "../../settings/fleet-settings.ts";
import { countOf } from "../../text/money.ts";
import type { FleetInvocation } from "../shared/fleet-action.ts";
import type { OpenFleet } from "../shared/open-fleet.ts";

/** Nothing starts by accident: many tasks, or tasks that nothing limits, are asked about, and need `--yes` where nobody can be asked. */
export async function confirmStart(
	{ io, args }: Pick<FleetInvocation, "io" | "args">,
	{ settings }: Pick<OpenFleet, "settings">,
	plan: Plan,
	/** Tasks of other batches that are done along with it. */
	alsoWaiting: number,
): Promise<boolean> {
	const bound = costBound(plan);
	const most = settings.get(fleetSettings.confirmAbove);
	const reasons = [
		...(plan.tasks.length > most
			? [`${countOf(plan.tasks.length, "task")}, which is more than ${most} (fleet.confirmAbove)`]
			: []),
		...(bound.usd === undefined ? [`no cap on what it costs: ${uncappedWords(bound, plan.tasks.length)}`] : []),
		...(alsoWaiting > 0
			? [`${countOf(alsoWaiting, "task")} of earlier batches in this queue, which are done too`]
			: []),
	];
	if (reasons.length === 0 || args.flags.has("yes")) return true;
	const listed = reasons.map((reason) => `  ${reason}\n`).join("");
	if (!io.ask || !io.stdin.isTTY)
		throw new CliError(
			`Nothing was started, as nobody can be asked about:\n${listed}Start it with --yes, or see: omp fleet plan`,
		);
	await io.stderr.write(
		`${plan.name}: ${countOf(plan.tasks.length, "task")}. Cost: ${costWords(bound, plan.tasks.length)}\n${listed}`,
	);
	const answer = await io.ask("Start? [y/N] ");
	if (/^y(es)?$/i.test(answer.trim())) return true;
	await io.stderr.write("Nothing was started.\n");
	return false;
}
