import { toolSettings } from "@oh-my-pi/pi-tools/contract/settings";
import { editSettings } from "@oh-my-pi/pi-tools/edit/settings";
import type { ConversationOptions } from "../../conversation/kernel/conversation-options.ts";
import { loopSettings } from "../../settings/sections/agent/loop.ts";
import type { Settings } from "../../settings/settings.ts";

/** Settings for turns and queues. */
export function loopPreferences(settings: Settings) {
	return {
		stopsEarly: settings.get(editSettings.streamingAbort),
		intentTracing: settings.get(toolSettings.intentTracing),
		steeringMode: settings.get(loopSettings.steeringMode),
		followUpMode: settings.get(loopSettings.followUpMode),
		interruptMode: settings.get(loopSettings.interruptMode),
	} satisfies Partial<ConversationOptions>;
}
