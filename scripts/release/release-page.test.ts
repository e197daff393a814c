import { expect, test } from "bun:test";
import { hostPlatform, platforms } from "./platforms.ts";
import { releasePage } from "./release-page.ts";

const file = { platform: hostPlatform(), name: "omp-here", bytes: 122 * 1024 * 1024, sha256: "abc" };

test("release page: has the notes of its version, and each file with its sum", () => {
	const page = releasePage("1.2.0", "# Changelog\n\n## 1.2.0\n\n- new\n\n## 1.1.0\n\n- old\n", [file]);
	expect(page).toStartWith("# omp 1.2.0\n\n- new\n\n## Install\n");
	expect(page).not.toContain("- old");
	expect(page).toContain(`| ${file.platform.name} | \`omp-here\` | 122 MB | \`abc\` |`);
});

test("release page: a version without a section has what is not released yet, one without notes is refused", () => {
	expect(releasePage("1.2.0", "## Unreleased\n\n- next\n\n## 1.1.0\n\n- old\n", [file])).toContain(
		"\n\n- next\n\n## Install",
	);
	expect(() => releasePage("1.2.0", "## 1.1.0\n\n- old\n", [file])).toThrow("no notes for 1.2.0");
});

test("platforms: seven, each with a name of its own", () => {
	expect(platforms.map(({ id }) => id)).toEqual([
		"linux-x64",
		"linux-arm64",
		"linux-x64-musl",
		"linux-arm64-musl",
		"darwin-x64",
		"darwin-arm64",
		"win32-x64",
	]);
});
