import type { Action } from "@oh-my-pi/pi-policy/action";
import type { Approval } from "@oh-my-pi/pi-policy/approval";
import type { CallEffects } from "@oh-my-pi/pi-policy/call-effects";
import { type ActionFacts, judgeAction } from "@oh-my-pi/pi-policy/verdict/judge-action";

/** What follows from the one statement of what a call asks for: what it takes to allow it, and what it would touch. */
export function judgedCalls<Params>(
	actionOf: (params: Params) => Action | Promise<Action>,
	facts: () => ActionFacts,
): {
	readonly approval: (params: Params) => Approval | Promise<Approval>;
	readonly callEffects: (params: Params) => Promise<CallEffects>;
} {
	return {
		approval(params) {
			const action = actionOf(params);
			return action instanceof Promise
				? action.then((known) => judgeAction(known, facts()))
				: judgeAction(action, facts());
		},
		async callEffects(params) {
			const { findEffects } = await import("@oh-my-pi/pi-policy/verdict/action-effects");
			return findEffects(await actionOf(params), facts());
		},
	};
}
