import type { FeatureKey } from "../../../workbench/feature-definition.ts";
import type { RunningFeature } from "../../../workbench/running-feature.ts";
import type { BackendKind, MemoryBackend } from "./memory-backend.ts";

export interface RunningMemory extends RunningFeature {
	readonly kind: BackendKind;
	/** Absent while it could not be started; `problem` says why. */
	readonly backend: MemoryBackend | undefined;
	readonly problem: string | undefined;
}

export const memoryKey: FeatureKey<RunningMemory> = { name: "memory" };
