import type { ScriptedAnswer } from "@oh-my-pi/pi-testkit/fakes/scripted-model";

/** A provider that refuses for good. */
export function failed(message: string): ScriptedAnswer {
	return () => {
		throw new Error(message);
	};
}
