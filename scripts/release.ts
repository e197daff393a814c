import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeRelease } from "./release/make-release.ts";
import { hostPlatform, platforms } from "./release/platforms.data.ts";
import { repositoryRoot } from "./repository-root.ts";

// `bun run release` makes everything for all platforms in dist/release, `--host` only for this one.
const { values } = parseArgs({ options: { host: { type: "boolean" } } });
const folder = join(repositoryRoot, "dist/release");
const { version } = await makeRelease({
	root: repositoryRoot,
	folder,
	platforms: values.host ? [hostPlatform()] : platforms,
	say: console.log,
});
console.log(`omp ${version} is in dist/release. Publish the platform packages first, the main package last.`);
