import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { plainNotes, versionNotes } from "../../../commands/system/changelog.ts";

export interface ReleaseNotesOptions {
	readonly agentDir: string;
	readonly version: string;
	readonly mode: "summary" | "expanded" | "hidden";
	readonly changelog: () => Promise<string>;
}

/** What to tell somebody who runs this version for the first time after another one; each version says it once. */
export async function releaseNotes(options: ReleaseNotesOptions): Promise<string | undefined> {
	const { agentDir, version, mode } = options;
	const path = join(agentDir, "last-changelog-version");
	// Without the marker nobody has run another version here.
	const seen = (await readFile(path, "utf8").catch(() => "")).trim();
	if (seen === version) return undefined;
	await mkdir(agentDir, { recursive: true, mode: 0o700 });
	await writeFile(path, `${version}\n`);
	if (seen === "" || mode === "hidden") return undefined;
	if (mode === "summary") return `Updated from ${seen} to ${version}; /changelog shows what is new`;
	const notes = versionNotes(await options.changelog()).find((section) => section.startsWith(version));
	return notes && `What is new in ${plainNotes(notes)}`;
}
