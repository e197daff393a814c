import type { Host } from "@oh-my-pi/pi-utils/host";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";

/** Writes rendering errors to the debug log; the screen shows plain text instead. */
export function logRenderError(host: Host): (error: unknown) => void {
	return (error) => {
		const noted = import("../../../app/log-file.ts").then(({ writeLog }) => writeLog("render", error, host));
		void ignoreFailure(noted, "the log is only for debugging");
	};
}
