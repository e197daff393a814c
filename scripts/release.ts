import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { checkNotes } from "./release/check-notes.ts";
import { makeRelease } from "./release/make-release.ts";
import { hostPlatform, platforms } from "./release/platforms.ts";
import { repositoryRoot } from "./repository-root.ts";

const usage = `Usage: bun run release [--host | --platform <id>…] [--fast] [--folder <path>]

Makes executables, npm packages, checksums and the text of the release page in dist/release, for all platforms
(${platforms.map(({ id }) => id).join(", ")}), this one or those named. --fast compresses less.`;

const { values } = parseArgs({
	options: {
		host: { type: "boolean" },
		platform: { type: "string", multiple: true, default: [] },
		fast: { type: "boolean" },
		folder: { type: "string", default: join(repositoryRoot, "dist/release") },
		help: { type: "boolean" },
	},
});
const named = values.platform.map((wanted) => {
	const found = platforms.find(({ id }) => id === wanted);
	if (!found) throw new Error(`No platform ${wanted}. ${usage}`);
	return found;
});
if (values.help) {
	console.log(usage);
} else {
	checkNotes(repositoryRoot);
	const folder = resolve(values.folder);
	const { version } = await makeRelease({
		root: repositoryRoot,
		folder,
		platforms: values.host ? [hostPlatform()] : named.length > 0 ? named : platforms,
		gzipLevel: values.fast ? 1 : 9,
		say: console.log,
	});
	console.log(`omp ${version} is in ${folder}. Publish the packages of platforms first, the main package last.`);
}
