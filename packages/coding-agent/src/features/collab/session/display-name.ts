import { collabSettings } from "../../../settings/sections/services/collab.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { cleanName } from "../protocol/parse-frame.ts";

/** The name that others see: that of the settings, or the user's at this machine. */
export function displayName({ settings, host }: Pick<OpenedConversation, "settings" | "host">): string {
	return cleanName(settings.get(collabSettings.displayName) || host.env.USER || host.env.LOGNAME || host.env.USERNAME);
}
