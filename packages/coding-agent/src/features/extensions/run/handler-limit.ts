import { extensionHandlerSettings } from "../../../settings/sections/services/extensions.ts";
import type { Settings } from "../../../settings/settings.ts";

/** Somebody waits for omp to end. */
const shutdownLimitMs = 3000;

/** How long a handler of an event may take; 0 for no limit. */
export function handlerLimitMs(settings: Settings, event: string): number {
	const limit = settings.get(extensionHandlerSettings.toolCallTimeoutMs);
	return event === "session_shutdown" ? Math.min(limit || shutdownLimitMs, shutdownLimitMs) : limit;
}
