import { ToolError, type ToolOutput } from "@oh-my-pi/pi-agent-core/tools/tool";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { CallRef } from "../files/mutate/commit-journaled.ts";
import type { PendingAction, PendingActions } from "../services/pending-actions.ts";

export interface ResolveParams {
	readonly action: "apply" | "discard";
	readonly reason: string;
	readonly extra?: Readonly<Record<string, unknown>>;
}

export interface ResolveDetails extends ResolveParams {
	readonly sourceToolName?: string;
	readonly label?: string;
	/** What the action itself has to say. */
	readonly sourceResultDetails?: unknown;
}

export async function executeResolve(
	params: ResolveParams,
	pending: PendingActions,
	call: CallRef,
): Promise<ToolOutput<ResolveDetails>> {
	const { action, reason, extra } = params;
	const asked = { action, reason, ...(extra && { extra }) };
	const taken = pending.take();
	if (!taken) {
		if (action === "apply") throw new ToolError("No pending action to resolve. Nothing to apply or discard.");
		return { content: "Nothing to discard; no pending action remains.", details: asked };
	}
	const output = action === "apply" ? await apply(taken, params, pending, call) : await discard(taken, params);
	return {
		...output,
		details: {
			...asked,
			sourceToolName: taken.sourceToolName,
			label: taken.label,
			...(output.details !== undefined && { sourceResultDetails: output.details }),
		},
	};
}

/** One that fails waits again, for a second try or to be discarded. */
async function apply(
	action: PendingAction,
	{ reason, extra }: ResolveParams,
	pending: PendingActions,
	call: CallRef,
): Promise<ToolOutput> {
	try {
		return await action.apply(reason, extra, call);
	} catch (error) {
		pending.putBack(action);
		if (error instanceof ToolError) throw error;
		throw new ToolError(`Apply failed: ${errorMessage(error)}`);
	}
}

async function discard(action: PendingAction, { reason, extra }: ResolveParams): Promise<ToolOutput> {
	const output = await action.reject?.(reason, extra);
	return output ?? { content: `Discarded: ${action.label}. Reason: ${reason}` };
}
