import { onFatalSignal } from "../process/exit/signals.ts";
import type { CliIo } from "../process/terminal/io.ts";
import type { HttpService } from "./http-service.ts";

/** Waits until the service ends; a signal ends it gracefully, a second one at once. */
export async function runService(service: HttpService, io: Pick<CliIo, "exit">): Promise<void> {
	using _signals = onFatalSignal(["SIGINT", "SIGTERM", "SIGHUP"], () => service.end(), io.exit);
	await service.ended;
}
