import { join } from "node:path";
import { generatedFiles } from "./generated/generated-files.ts";
import { writeOutdated } from "./generated/outdated.ts";
import { repositoryRoot } from "./repository-root.ts";

for (const path of await writeOutdated(repositoryRoot, generatedFiles)) console.log(`Wrote ${path}`);

const biome = Bun.spawn([join(repositoryRoot, "node_modules/.bin/biome"), "check", "--write", "."], {
	cwd: repositoryRoot,
	stdio: ["ignore", "inherit", "inherit"],
});
process.exitCode = await biome.exited;
