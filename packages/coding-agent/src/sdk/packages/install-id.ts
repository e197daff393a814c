import { join } from "node:path";
import { once } from "@oh-my-pi/pi-utils/once";
import { resolveDirectories } from "../../process/directories.ts";
import { installId } from "../../process/install-id.ts";
import { processHost } from "../../process/process-host.ts";

/** That of the process. */
export const getInstallId: () => string = once(() =>
	installId(join(resolveDirectories(processHost()).config, "install-id")),
);
