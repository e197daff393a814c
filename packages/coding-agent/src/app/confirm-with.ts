import type { Confirm } from "../conversation/recovery/usage-reserve.ts";
import type { FrontEnd } from "./front-end.ts";

/** Asks through whichever mode is connected. */
export function confirmWith(frontEnd: FrontEnd): Confirm {
	return async (question, signal) => {
		const { ask } = frontEnd;
		if (!ask) return undefined;
		const options = [{ label: "Yes" }, { label: "No" }];
		const outcome = await ask([{ id: "confirm", question, options }], { signal, timeoutSeconds: 0 });
		return outcome.kind === "answered" && outcome.answers[0]?.selected[0] === "Yes";
	};
}
