import type { Host } from "@oh-my-pi/pi-utils/host";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";

/** Something could not be drawn as it should; what is shown instead says enough for the user, the log says why. */
export function noteRenderError(host: Host): (error: unknown) => void {
	return (error) => {
		const noted = import("../../process/log-file.ts").then(({ writeLog }) => writeLog("render", error, host));
		void ignoreFailure(noted, "the log is only for finding the reason");
	};
}
