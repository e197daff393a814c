import { join } from "node:path";
import type { BoxService } from "@oh-my-pi/pi-tools/box/box-service";
import { pythonSettings } from "@oh-my-pi/pi-tools/eval/settings";
import { Runtimes } from "@oh-my-pi/pi-tools/kernels/runtimes";
import { taskSettings } from "../../settings/sections/agent/task.ts";
import { interpreterClaim } from "../../trust/interpreter-claim.ts";
import type { FeatureStart } from "../../workbench/feature-definition.ts";
import type { RunningFeature } from "../../workbench/running-feature.ts";
import type { Workbench } from "../../workbench/workbench.ts";
import { cellHost } from "./cell-host.ts";

export function startKernels({ workbench }: FeatureStart): RunningFeature {
	const { host, settings, gate } = workbench;
	/** The box of each conversation, by the id of its log. */
	const boxes = new Map<string, () => BoxService | undefined>();
	const runtimes = new Runtimes({
		home: host.home,
		env: workbench.env.command,
		now: host.now,
		newId: host.newId,
		pythonInterpreter: () => settings.get(pythonSettings.interpreter),
		admitsPython: (environment, cwd) => gate.at(cwd).admits(interpreterClaim(environment)),
		pythonMode: () => settings.get(pythonSettings.kernelMode),
		box: (sessionId) => boxes.get(sessionId)?.(),
		sessionEnv: (sessionId) => cellEnv(workbench, sessionId),
	});
	return {
		join: (context) => ({
			services: {
				kernels: {
					runtimes,
					sessionId() {
						const { id } = context.conversation.log;
						boxes.set(id, () => context.services().box);
						return id;
					},
					host: cellHost(workbench, context),
				},
			},
		}),
		[Symbol.asyncDispose]: () => runtimes[Symbol.asyncDispose](),
	};
}

/** Where cells find the files of their session; a sub-agent's are those of the user's session. */
function cellEnv({ conversations, settings }: Workbench, sessionId: string): Readonly<Record<string, string>> {
	const found = conversations.all.find(({ log }) => log.id === sessionId);
	const folder = found && conversations.findTop(found).log.artifactsDirectory;
	return {
		PI_EVAL_MAX_CONCURRENCY: String(settings.get(taskSettings.maxConcurrency)),
		...(found?.log.file !== undefined && { PI_SESSION_FILE: found.log.file }),
		...(folder !== undefined && { PI_ARTIFACTS_DIR: folder, PI_EVAL_LOCAL_ROOTS: join(folder, "local") }),
	};
}
