import type { OneTask, SingleResult } from "@oh-my-pi/pi-tools/services/agent-service";
import { findAgents } from "../definition/find-agents.ts";
import { inTurn, planItems } from "./run-tasks.ts";
import type { ParentSeat, TeamPort } from "./team-port.ts";

/** Runs one sub-agent for code of the parent's: through the same checks, and closed at its end. Throws when it fails. */
export async function runOne(
	team: TeamPort,
	seat: ParentSeat,
	request: OneTask,
	signal: AbortSignal,
): Promise<SingleResult> {
	const { model, ...item } = request;
	const { agents } = await findAgents(team.workbench, seat.cwd());
	const [planned] = planItems(team, seat, [item], agents);
	if (!planned) throw new Error("There is no task");
	if (planned.kind === "refused") throw new Error(planned.reason);
	const result = await inTurn(
		team,
		{
			...planned,
			seat,
			context: undefined,
			siblings: [],
			parentToolCallId: "",
			isDetached: false,
			isTransient: true,
			...(model !== undefined && { model }),
			onProgress: () => {},
		},
		signal,
	);
	if (result.aborted || result.exitCode !== 0) {
		const why = result.abortReason ?? result.error ?? result.stderr;
		throw new Error(`Agent ${result.id} (${result.agent}) failed: ${why || "no reason given"}`);
	}
	return result;
}
