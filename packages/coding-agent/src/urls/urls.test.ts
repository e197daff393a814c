import { describe, expect, test } from "bun:test";
import { FolderArtifacts, MemoryArtifacts } from "@oh-my-pi/pi-session/blobs/artifacts";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { UrlScheme } from "@oh-my-pi/pi-tools/urls/url-router";
import { assistant, result, testLog, user } from "../conversation/testing/history.ts";
import { builtInUrlSchemes } from "../workbench/urls/built-in-url-schemes.ts";
import { artifactScheme } from "./artifact-url.ts";
import { historyScheme } from "./history-url.ts";
import { localScheme } from "./local-url.ts";
import { ompScheme } from "./omp-url.ts";

const signal = new AbortController().signal;
const textAt = async (scheme: UrlScheme, url: string) => (await scheme.resolve(url, { signal })).text;

verifies("agents:url:artifact", async () => {
	await using folder = await workspace();
	const artifacts = new FolderArtifacts(() => folder.path);
	const scheme = artifactScheme(() => artifacts);
	await expect(textAt(scheme, "artifact://0")).rejects.toThrow("No artifacts directory found");
	artifacts.save("bash", "a\nb\n");
	artifacts.save("read", "c");
	expect(await textAt(scheme, "artifact://0")).toBe("a\nb\n");
	expect((await scheme.resolve("artifact://1", { signal })).backingPath).toBe(folder.file("1.read.log"));
	expect(await scheme.list?.({ signal })).toEqual(["artifact://0", "artifact://1"]);
	await expect(textAt(scheme, "artifact://99")).rejects.toThrow("Artifact 99 not found. Available: 0, 1");
	await expect(textAt(scheme, "artifact://abc")).rejects.toThrow("artifact:// ID must be numeric, got: abc");
	await expect(
		textAt(
			artifactScheme(() => undefined),
			"artifact://0",
		),
	).rejects.toThrow("No session - artifacts unavailable");
});

test("an artifact of an in-memory session is read from memory", async () => {
	const artifacts = new MemoryArtifacts();
	artifacts.save("bash", "kept");
	expect(
		await textAt(
			artifactScheme(() => artifacts),
			"artifact://0",
		),
	).toBe("kept");
});

describe("local://", () => {
	test("files are listed and read, and reads are not cached", async () => {
		await using folder = await workspace();
		const scheme = localScheme(() => folder.path);
		expect(await textAt(scheme, "local://")).toBe("No local:// files yet.");
		await folder.write("plan.md", "# Plan");
		await folder.write("notes/a.md", "note");
		expect(await textAt(scheme, "local://")).toBe("local://notes/a.md\nlocal://plan.md");
		expect(await scheme.resolve("local://plan.md", { signal })).toEqual({
			backingPath: folder.file("plan.md"),
			mutable: true,
			text: "# Plan",
		});
		await expect(textAt(scheme, "local://x.md")).rejects.toThrow("Local file not found: local://x.md");
	});

	test("paths cannot escape the folder", async () => {
		await using folder = await workspace({ "secret.txt": "no", "local/a.md": "yes" });
		const scheme = localScheme(() => folder.file("local"));
		for (const url of ["local://../secret.txt", "local:///../secret.txt", "local://a/../../secret.txt"]) {
			await expect(textAt(scheme, url)).rejects.toThrow("does not name a file inside local://");
		}
	});
});

describe("omp://", () => {
	const scheme = ompScheme(async () => ({ "approvals.md": "# Approvals\n\ntext", "models.md": "# Models" }));

	verifies("agents:url:docs", async () => {
		expect(await textAt(scheme, "omp://")).toBe(
			"# omp documentation\n\n- omp://approvals.md: Approvals\n- omp://models.md: Models",
		);
		expect(await textAt(scheme, "omp://approvals.md")).toBe("# Approvals\n\ntext");
		expect(await textAt(scheme, "omp://models")).toBe("# Models");
		await expect(textAt(scheme, "omp://modles.md")).rejects.toThrow(
			"Documentation file not found: modles.md. Did you mean omp://models.md?",
		);
	});

	test("former names still work", async () => {
		const none = async () => [];
		const sources = { log: testLog, conversations: () => [], rules: none, skills: none };
		const names = builtInUrlSchemes(sources).map((own) => own.scheme);
		expect(names).toEqual(["artifact", "local", "omp", "docs", "pi", "rule", "skill", "history"]);
		expect(
			await textAt(
				ompScheme(async () => ({ "a.md": "# A" }), "pi"),
				"pi://a.md",
			),
		).toBe("# A");
	});
});

test("history:// lists agents and shows their transcripts", async () => {
	const messages = [
		user("fix it"),
		assistant("Looking.", [{ name: "read", arguments: { path: "a.ts" } }]),
		result("one\ntwo\n"),
		assistant("Done."),
	];
	const scheme = historyScheme(async () => [
		{ id: "Main", status: "running", kind: "main", lastActivityMs: Date.UTC(2026, 10, 15), messages: () => messages },
	]);
	expect(await textAt(scheme, "history://")).toBe(
		[
			"| id | status | kind | parent | last activity |",
			"|---|---|---|---|---|",
			"| Main | running | main | – | 2026-11-15T00:00:00.000Z |",
		].join("\n"),
	);
	expect(await textAt(scheme, "history://Main")).toBe(
		[
			"# Main (running)",
			"## user\n\nfix it",
			'## assistant\n\nLooking.\n→ read({"path":"a.ts"}) ⇒ ok · 2 lines',
			"## assistant\n\nDone.",
		].join("\n\n"),
	);
	await expect(textAt(scheme, "history://Alpha")).rejects.toThrow("Unknown agent: Alpha. Known: Main");
});
