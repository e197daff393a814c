import type { NormalizedCall } from "@oh-my-pi/pi-agent-core/tools/normalized-call";
import { type CallDecision, readDeclared } from "@oh-my-pi/pi-policy/verdict/decide-call";

/** What a tool says about a call; one that says nothing valid is treated as `exec`. */
export async function toolDecision(call: NormalizedCall): Promise<CallDecision> {
	return readDeclared(await declaredBy(call));
}

async function declaredBy(call: NormalizedCall): Promise<unknown> {
	try {
		return await call.approval();
	} catch {
		// A tool that throws is treated like one that declares nothing.
		return undefined;
	}
}
