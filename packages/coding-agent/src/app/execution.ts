import type { Shell } from "@oh-my-pi/pi-natives/shell";
import { autoBackgroundSettings } from "@oh-my-pi/pi-tools/bash/settings";
import { evalSettings } from "@oh-my-pi/pi-tools/eval/settings";
import { asyncSettings } from "@oh-my-pi/pi-tools/job/settings";
import { JobBoard } from "@oh-my-pi/pi-tools/jobs/job-board";
import { jobNotice } from "@oh-my-pi/pi-tools/jobs/job-notice";
import type { ExecutionPorts } from "@oh-my-pi/pi-tools/tool-ports";
import type { Host } from "@oh-my-pi/pi-utils/host";
import type { Settings } from "../settings/settings.ts";
import { commandPreferences } from "./command-preferences.ts";
import { kernels } from "./kernels.ts";
import { mainAgent } from "./main-agent.ts";
import type { SessionLinks } from "./session-links.ts";
import { sharedShell } from "./shared-shell.ts";

/** What a session's commands, jobs and cells run in; all of it ends with the session. */
export function executionPorts(options: { host: Host; settings: Settings; env: Host["env"]; links: SessionLinks }): {
	shell: Shell;
	execution: ExecutionPorts;
} {
	const { host, settings, env, links } = options;
	const { conversation: link, closing } = links;
	const runtimes = kernels(options);
	const board = closing.use(
		new JobBoard({
			now: host.now,
			maxJobs: settings.get(asyncSettings.maxJobs),
			onResult(job) {
				const { text: content, details } = jobNotice([job]);
				const timestamp = host.now();
				const message = {
					role: "custom",
					customType: "async-result",
					content,
					display: true,
					details,
					timestamp,
				} as const;
				void link.conversation.submit({ type: "send", message, as: "aside", triggerTurn: "unless_interrupted" });
			},
		}),
	);
	links.jobs.board = board;
	const interruption = (signal: AbortSignal) => link.conversation.whenSteered(signal);
	const background = settings.get(autoBackgroundSettings.enabled) && {
		background: { thresholdMs: settings.get(autoBackgroundSettings.thresholdMs), interruption },
	};
	const languages = (["py", "js"] as const).filter((language) => isOn(language, settings, env));
	const execution: ExecutionPorts = {
		...commandPreferences(settings, (name) => link.conversation.tools.some((tool) => tool.name === name)),
		console: () => links.frontEnd.console,
		interruption,
		...(settings.get(asyncSettings.enabled) && { async: { board, ownerId: mainAgent, ...background } }),
		pollWait: () => settings.get(asyncSettings.pollWaitDuration),
		eval: { runtimes, languages, sessionId: () => link.conversation.log.id },
	};
	return { shell: sharedShell(links, host, settings), execution };
}

/** The environment has the last word about a language. */
function isOn(language: "py" | "js", settings: Settings, env: Host["env"]): boolean {
	const forced = env[`PI_${language.toUpperCase()}`]?.toLowerCase();
	if (forced) return !["0", "false", "no", "off"].includes(forced);
	return settings.get(evalSettings[language]);
}
