import { join } from "node:path";
import { repositoryRoot } from "./repository-root.ts";

// Some generated files are modules that others are generated from: once more in a new process, until none is written.
while (await writeGenerated());

const biome = Bun.spawn([join(repositoryRoot, "node_modules/.bin/biome"), "check", "--write", "."], {
	cwd: repositoryRoot,
	stdio: ["ignore", "inherit", "inherit"],
});
process.exitCode = await biome.exited;

/** False when all were up to date. */
async function writeGenerated(): Promise<boolean> {
	const script = join(repositoryRoot, "scripts/generated/write.ts");
	const writing = Bun.spawn([process.execPath, script], { stdio: ["ignore", "pipe", "inherit"] });
	const written = await new Response(writing.stdout).text();
	process.stdout.write(written);
	if ((await writing.exited) !== 0) process.exit(1);
	return written !== "";
}
