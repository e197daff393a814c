import { existsSync } from "node:fs";
import { join } from "node:path";
import { executablePath } from "@oh-my-pi/pi-natives/executable-path";
import { boxArgument } from "@oh-my-pi/pi-natives/sandbox/box-argument";

/** How this omp is started as the entrance of the sandbox; `undefined` for the packed SDK, which has no program of its own. */
export function boxEntrance(): readonly string[] | undefined {
	const isCompiled = Bun.main.startsWith("/$bunfs/") || Bun.main.startsWith("B:/~BUN/");
	if (isCompiled) return [executablePath(), boxArgument];
	const main = join(import.meta.dirname, "../main.ts");
	return existsSync(main) ? [executablePath(), main, boxArgument] : undefined;
}
