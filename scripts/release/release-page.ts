import { packageName } from "../../packages/coding-agent/src/cli/commands/update/installation.ts";
import { versionNotes } from "../../packages/coding-agent/src/commands/system/changelog.ts";
import type { ReleasePlatform } from "./platforms.ts";

export interface ReleasedFile {
	readonly platform: ReleasePlatform;
	readonly name: string;
	readonly bytes: number;
	readonly sha256: string;
}

/** The text of the release page: what is new, how to install it, and the files. */
export function releasePage(version: string, changelog: string, files: readonly ReleasedFile[]): string {
	return `# omp ${version}

${findNotes(version, changelog)}

## Install

\`\`\`sh
npm install -g ${packageName}@${version}
omp
\`\`\`

Or download the executable of your platform, which needs nothing beside it, make it executable (\`chmod +x\`) and put it on
your PATH as \`omp\`. \`omp update\` updates either.

| platform | file | size | SHA-256 |
|---|---|---|---|
${files.map(({ platform, name, bytes, sha256 }) => `| ${platform.name} | \`${name}\` | ${megabytes(bytes)} | \`${sha256}\` |`).join("\n")}

- x64 needs a processor with AVX2 (2013 or later).
- Linux with musl needs \`libstdc++\` and \`libgcc\` (\`apk add libstdc++ libgcc\`).
- macOS: the executables are signed ad hoc, not notarized. A browser marks what it downloads as quarantined;
  \`xattr -d com.apple.quarantine omp\` removes the mark. npm does not set it.
- Windows: commands need \`bash\` on the PATH, which Git for Windows brings. npm starts omp through Node there.
- The executables for Linux x64 with glibc are tested before a release. The others are compiled from the same sources, and
  only their format is checked.
`;
}

/** The notes of a version: its own section, or what is not released yet. */
function findNotes(version: string, changelog: string): string {
	const sections = versionNotes(changelog);
	const isOf = (section: string) => section.split(/\s/, 1)[0] === version;
	const section = sections.find(isOf) ?? sections.find((candidate) => candidate.startsWith("Unreleased"));
	if (!section) throw new Error(`CHANGELOG.md and changes/ have no notes for ${version}`);
	return section.replace(/^.*\n+/, "");
}

function megabytes(bytes: number): string {
	return `${Math.round(bytes / 1024 / 1024)} MB`;
}
