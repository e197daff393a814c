import { expect, test } from "bun:test";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { releaseNotes } from "./release-notes.ts";

const changelog = async () => "# Changelog\n\n## 1.1.0\n\n- Louder greetings\n\n## 1.0.0\n\n- Greetings\n";

test("a new version tells once what is new, as much as is wanted", async () => {
	await using folder = await workspace();
	const told = (version: string, mode: "summary" | "expanded" | "hidden" = "summary") =>
		releaseNotes({ agentDir: folder.file("agent"), version, mode, changelog });
	expect([await told("1.0.0"), await told("1.0.0")]).toEqual([undefined, undefined]);
	expect([await told("1.1.0"), await told("1.1.0")]).toEqual([
		"Updated from 1.0.0 to 1.1.0; /changelog shows what is new",
		undefined,
	]);
	expect(await folder.read("agent/last-changelog-version")).toBe("1.1.0\n");
	await folder.write("agent/last-changelog-version", "1.0.0\n");
	expect(await told("1.1.0", "expanded")).toBe("What is new in 1.1.0\n\n- Louder greetings");
	expect([await told("1.2.0", "hidden"), await told("1.3.0", "expanded")]).toEqual([undefined, undefined]);
});
