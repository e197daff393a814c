import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { requiresThat } from "@oh-my-pi/pi-testkit/requires";

const folder = resolve(import.meta.dir, "node_modules");
/** As in `.ci/run`. Without `--legacy-peer-deps` npm would fetch peers. */
const install =
	"npm ci --prefix test/published --legacy-peer-deps --ignore-scripts --omit=optional --no-audit --no-fund (see docs/extensions/compatibility.md)";

/** Defines a test that needs the published extensions. */
export const withPublished: ReturnType<typeof requiresThat> = requiresThat(existsSync(folder), install);

/** The option that loads one of them, as a folder with a manifest. */
export function extension(name: string): readonly string[] {
	return ["-e", join(folder, name)];
}
