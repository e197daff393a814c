import { surveyProject } from "../features/survey-project.ts";
import { CliError } from "../process/usage-error.ts";
import { describeClaim } from "../trust/describe.ts";
import type { Prepared } from "./prepare-start.ts";

/** `--trust-required`: an error with the list instead of a session without it. */
export async function requireTrust({ host, agentDir, settings, gate }: Prepared): Promise<void> {
	await surveyProject({ host, agentDir, settings, cwd: host.cwd, gate });
	if (gate.waiting.length === 0) return;
	const list = gate.waiting.flatMap(describeClaim).join("\n");
	throw new CliError(
		`This project brings what you do not trust yet:\n${list}\nAccept it with "omp trust allow" or --trust.`,
	);
}
