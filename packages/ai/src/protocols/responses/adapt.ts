import { learnEffort } from "../../adapt/effort.ts";
import { learnStrictTools } from "../../adapt/strict-tools.ts";
import type { ProviderError } from "../../errors/provider-error.ts";
import type { ModelCall } from "../../protocol/protocol.ts";

export function adapt(error: ProviderError, call: ModelCall): boolean {
	return learnEffort(error, call) || learnStrictTools(error, call);
}
