import { findRescued } from "../conversation/session/rescued-sessions.ts";
import type { CliIo } from "../process/terminal/io.ts";
import { CliError } from "../process/usage-error.ts";
import { decideSession } from "./find-session.ts";
import type { LaunchOptions } from "./launch-options.ts";
import { alsoMatchingText, choiceEnvironment } from "./open-session.ts";
import { type Prepared, prepareStart } from "./prepare-start.ts";

/** Finds the session to resume and asks the user about it if needed, before the first paint. */
export async function settleResume<Options extends LaunchOptions>(
	prepared: Prepared,
	options: Options & { readonly resume: string },
	{ ask }: Pick<CliIo, "ask">,
): Promise<{ prepared: Prepared; options: Options }> {
	const environment = choiceEnvironment(prepared.host, prepared.agentDir, options);
	// What could not be put back is announced again when the session is opened.
	const { takenBack, fileOf } = findRescued(environment);
	const found = { ...prepared, notices: [...prepared.notices, ...takenBack] };
	const decision = decideSession(environment, { resume: options.resume }, ask !== undefined);
	if (decision.kind === "open") {
		const others = alsoMatchingText(decision);
		const announced = others === undefined ? found : { ...found, notices: [...found.notices, others] };
		return { prepared: announced, options: { ...options, resume: fileOf(decision.path) } };
	}
	if (decision.kind !== "ask-fork" || !ask) return { prepared: found, options };
	const answer = (await ask(`${decision.question} (o opens it there)`)).trim().toLowerCase();
	if (answer.startsWith("y"))
		return { prepared: found, options: { ...options, resume: undefined, fork: decision.path } };
	if (!answer.startsWith("o")) throw new CliError(decision.declined);
	const there = { ...prepared.host, cwd: decision.sessionCwd };
	return {
		prepared: await prepareStart(there, { ...options, allowHome: true }),
		options: { ...options, resume: decision.path },
	};
}
