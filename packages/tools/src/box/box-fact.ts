import type { ActionFacts } from "@oh-my-pi/pi-policy/verdict/judge-action";
import type { BoxService } from "./box-service.ts";

/** For the policy: whether a box holds what a call runs, on this machine and now. */
export function boxFact(box: BoxService | undefined): Pick<ActionFacts, "box"> {
	return box?.holds ? { box } : {};
}
