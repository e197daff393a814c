import { selectorOf } from "@oh-my-pi/pi-ai/model/model";
import { prewalkHook } from "../conversation/behaviors/prewalk.ts";
import { cheaperModel } from "../models/cheaper-model.ts";
import type { OpenedConversation } from "../workbench/opened-conversation.ts";

/** Continues with a cheaper model after the next edit; tells with which, or throws when there is none. */
export async function armPrewalk(session: OpenedConversation, into = "smol"): Promise<string> {
	const { conversation, registry, settings } = session;
	const known = await cheaperModel(into, { registry, settings }, conversation.model);
	if (!known) {
		const current = conversation.model ? selectorOf(conversation.model) : "the current model";
		const way = into === "smol" ? "Set modelRoles.smol, or use --prewalk-into <model>." : "Name another model.";
		throw new Error(`Prewalk: there is no usable model "${into}" besides ${current}. ${way}`);
	}
	conversation.addHook((live) => prewalkHook(live, (current) => cheaperModel(into, { registry, settings }, current)));
	return selectorOf(known.model);
}
