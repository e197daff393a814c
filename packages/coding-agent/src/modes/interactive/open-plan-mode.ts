import { planSettings } from "../../settings/sections/plan.ts";
import type { Mode } from "./mode.ts";

/** A plan that is handed in is shown as soon as the run has ended, and a session begins planning where that is wanted. */
export async function openPlanMode({ session, submit, attempt }: Mode): Promise<void> {
	const { plan, conversation, settings } = session;
	plan.onProposed = () => {
		// The run ends with this call; the review needs the conversation to itself.
		setTimeout(() => void attempt(() => conversation.idle().then(() => submit("/plan-review"))), 0);
	};
	const begins = settings.get(planSettings.enabled) && settings.get(planSettings.defaultOnStartup);
	if (begins && conversation.messages.length === 0 && !plan.isActive) await submit("/plan");
}
