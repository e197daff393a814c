import type { FeatureStart } from "../../../../workbench/feature-definition.ts";
import type { RunningFeature } from "../../../../workbench/running-feature.ts";
import { GateClient } from "./gate-client.ts";
import { gatedStream, gateHook } from "./gate-hook.ts";
import { gateVariable } from "./gate-protocol.ts";

/** In the omp that works on a task: its worker is asked before it spends. */
export function startGate({ workbench: { host, requests } }: FeatureStart): RunningFeature {
	const client = new GateClient(host.env[gateVariable] ?? "");
	requests.admitWith((stream) => gatedStream(stream, { client, now: host.now, newId: host.newId }));
	return {
		join({ conversation, top }) {
			const own = conversation === top ? { log: () => ({ file: conversation.log.file }) } : {};
			return { hooks: [() => gateHook({ client, ...own })] };
		},
	};
}
