import { features } from "../features/features.ts";
import { CliError } from "../process/usage-error.ts";
import type { Prepared } from "../startup/prepare-start.ts";
import { surveyProject } from "../survey/survey-project.ts";
import { describeClaim } from "../trust/describe.ts";
import { Features } from "../workbench/features.ts";

/** `--trust-required`: an error with the list instead of a session without it. */
export async function requireTrust({ host, agentDir, settings, gate }: Prepared): Promise<void> {
	await surveyProject({ host, agentDir, settings, cwd: host.cwd, gate, features: new Features(features) });
	if (gate.waiting.length === 0) return;
	const list = gate.waiting.flatMap(describeClaim).join("\n");
	throw new CliError(
		`This project brings what you do not trust yet:\n${list}\nAccept it with "omp trust allow" or --trust.`,
	);
}
