import { existsSync } from "node:fs";
import { localEnvironments, pythonIn } from "@oh-my-pi/pi-tools/kernels/python/interpreter";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { surveyGit } from "../trust/git/git-trust.ts";
import { interpreterClaim } from "../trust/interpreter-claim.ts";
import type { TrustGate } from "../trust/trust-gate.ts";

/** Shows the gate what git and cells would run: nothing else looks at that before it is used. */
export async function surveyPrograms({
	host,
	cwd,
	gate,
}: {
	readonly host: Pick<Host, "env">;
	readonly cwd: string;
	readonly gate: TrustGate;
}): Promise<void> {
	for (const environment of localEnvironments(cwd).filter((folder) => existsSync(pythonIn(folder)))) {
		gate.admits(interpreterClaim(environment));
	}
	await surveyGit(gate, host.env);
}
