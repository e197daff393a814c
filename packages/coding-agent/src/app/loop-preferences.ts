import type { ConversationOptions } from "../conversation/conversation-options.ts";
import { editSettings } from "../settings/sections/edit.ts";
import { loopSettings } from "../settings/sections/loop.ts";
import { toolSettings } from "../settings/sections/tools.ts";
import type { Settings } from "../settings/settings.ts";

/** How the user wants turns and queues to go. */
export function loopPreferences(settings: Settings) {
	return {
		stopsEarly: settings.get(editSettings.streamingAbort),
		intentTracing: settings.get(toolSettings.intentTracing),
		steeringMode: settings.get(loopSettings.steeringMode),
		followUpMode: settings.get(loopSettings.followUpMode),
		interruptMode: settings.get(loopSettings.interruptMode),
	} satisfies Partial<ConversationOptions>;
}
