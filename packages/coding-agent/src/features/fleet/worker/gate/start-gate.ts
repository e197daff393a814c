import type { FeatureStart } from "../../../../workbench/feature-definition.ts";
import type { RunningFeature } from "../../../../workbench/running-feature.ts";
import { GateClient } from "./gate-client.ts";
import { gateHook } from "./gate-hook.ts";
import { gateVariable } from "./gate-protocol.ts";

/** In the omp that works on a task: its worker is asked before it spends. */
export function startGate({ workbench: { host } }: FeatureStart): RunningFeature {
	const client = new GateClient(host.env[gateVariable] ?? "");
	return {
		join({ conversation, top }) {
			const own = conversation === top ? { log: () => ({ file: conversation.log.file }) } : {};
			return { hooks: [() => gateHook({ client, now: host.now, newId: host.newId, ...own })] };
		},
	};
}
