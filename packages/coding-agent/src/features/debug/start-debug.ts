import type { Debugger } from "@oh-my-pi/pi-dap/session/debugger";
import type { DebugService } from "@oh-my-pi/pi-tools/services/debug-service";
import { once } from "@oh-my-pi/pi-utils/once";
import type { RunningFeature } from "../../workbench/running-feature.ts";
import type { Workbench } from "../../workbench/workbench.ts";

type DebugWorkbench = Pick<Workbench, "host" | "settings" | "agentDir" | "gate" | "env">;

/** One debugger per session of the user's. Nothing is loaded before the first call. */
export function startDebug(workbench: DebugWorkbench): RunningFeature {
	const { host, settings, agentDir, gate } = workbench;
	let opened: Promise<Debugger> | undefined;
	const env = once(async () => (await import("@oh-my-pi/pi-tools/bash/run/quiet-env")).quietEnv(workbench.env.command));
	const answers = once(async () =>
		(await import("@oh-my-pi/pi-dap/adapter/locate/program-answers")).programAnswers(await env()),
	);
	const open = async () => {
		const { Debugger } = await import("@oh-my-pi/pi-dap/session/debugger");
		const mark = { name: "OMP_DEBUG_SESSION", value: host.newId() };
		return new Debugger({ env: await env(), mark, clientName: "omp" });
	};
	const debugging: DebugService = {
		load: () => (opened ??= open()),
		async adapters(cwd) {
			const [{ findAdapters }, { loadContext }] = await Promise.all([
				import("./find-adapters.ts"),
				import("../../discovery/contract/load-context.ts"),
			]);
			const context = await loadContext({ cwd, home: host.home, agentDir, env: await env(), gate: gate.at(cwd) });
			return findAdapters(context, settings, await answers());
		},
	};
	return {
		// Sub-agents would take the session from each other; one that names the tool wants it.
		join: ({ subagent }) => (subagent && !subagent.namedTools?.includes("debug") ? {} : { services: { debugging } }),
		async [Symbol.asyncDispose]() {
			await (await opened)?.[Symbol.asyncDispose]();
		},
	};
}
