import { join } from "node:path";
import type { Host } from "@oh-my-pi/pi-utils/host";

/** Where sessions continue whose disk is full. */
export function rescueFolder({ env }: Pick<Host, "env">): string {
	return join(env.TMPDIR || "/tmp", "omp-rescued");
}
