import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { Session } from "../app/compose-session.ts";
import { assistant, testLog, user } from "../conversation/testing/history.ts";
import { shareSettings } from "../settings/sections/collab.ts";
import { Settings } from "../settings/settings.ts";
import { sealedSnapshot } from "./fit-snapshot.ts";
import { secretRedactor } from "./redact-secrets.ts";
import { unseal } from "./seal.ts";
import { ShareConsent } from "./share-consent.ts";
import { type SharePorts, shareSession } from "./share-session.ts";

function sessionWith(text: string, store: "blob" | "gist" = "blob"): Session {
	const log = testLog();
	log.appendMessage(user(text));
	log.appendMessage(assistant("fine"));
	const settings = new Settings();
	settings.override(shareSettings.serverUrl, "https://share.example/s/");
	settings.override(shareSettings.store, store);
	const host = { cwd: "/", home: "/", env: { ACME_TOKEN: "abcdefghijkl" }, now: () => 0, newId: () => "x" };
	const conversation = { log, systemPrompt: ["be good"], tools: [] };
	return { conversation, settings, host } as unknown as Session;
}

const refusing: SharePorts = {
	fetch: async () => new Response("no", { status: 413 }),
	run: async () => "https://gist.github.com/ada/0123456789abcdef0123",
};

verifies("sessions:share:encrypted", async () => {
	const sent: Array<{ url: string; body: Uint8Array }> = [];
	const url = await shareSession(sessionWith("my token is abcdefghijkl, and sk-12345678901234567890 too"), {
		...refusing,
		async fetch(to, { body }) {
			sent.push({ url: to, body: body as Uint8Array });
			return Response.json({ id: "abc" });
		},
	});
	const [link, key = ""] = url.split("#");
	expect([link, sent[0]?.url]).toEqual(["https://share.example/s/abc", "https://share.example/s"]);
	const body = sent[0]?.body ?? new Uint8Array();
	const opened = unseal(body, Buffer.from(key, "base64url"));
	expect(opened).toContain("my token is [redacted], and [redacted] too");
	expect(JSON.parse(opened)).toMatchObject({ systemPrompt: ["be good"], entries: [{}, {}] });
	expect(Buffer.from(body).includes(Buffer.from(key, "base64url"))).toBe(false);
	expect(() => unseal(body, new Uint8Array(32))).toThrow();
});

test("a server that refuses is named, with another way", async () => {
	await expect(shareSession(sessionWith("hi"), refusing)).rejects.toThrow(
		"https://share.example/s refused it with 413. Use /export for a page of your own.",
	);
});

test("a gist takes the place of the server when wished", async () => {
	expect(await shareSession(sessionWith("hi", "gist"), refusing)).toStartWith(
		"https://share.example/s/0123456789abcdef0123#",
	);
});

test("what is too large loses images, then words, then what is oldest", () => {
	const log = testLog();
	const noise = () => Array.from({ length: 3000 }, () => Math.random().toString(36).slice(2)).join(" ");
	for (let count = 0; count < 40; count++) log.appendMessage(user(noise()));
	const page = { header: log.header, entries: [...log.entries()], leafId: log.leafId };
	const { bytes, key } = sealedSnapshot(page, 20_000);
	expect(bytes.length).toBeLessThanOrEqual(20_000);
	const kept = JSON.parse(unseal(bytes, key)) as { entries: unknown[] };
	expect(kept.entries.length).toBeGreaterThan(0);
	expect(JSON.stringify(kept.entries[0])).toContain("characters left out");
});

test("secrets of the environment and the usual ones are hidden, other words are not", () => {
	const redact = secretRedactor({ API_KEY: "verysecretvalue", PATH: "/usr/bin/env", SHORT_KEY: "abc" });
	expect(redact("verysecretvalue /usr/bin/env abc")).toBe("[redacted] /usr/bin/env abc");
	expect(redact("Authorization: Bearer abcdefghijklmnop1234")).toBe("Authorization: Bearer [redacted]");
});

test("consent is for one server and stays", async () => {
	await using place = await workspace();
	const consent = new ShareConsent(`${place.path}/agent`);
	expect(await consent.isGiven("https://a")).toBe(false);
	await consent.give("https://a");
	const later = new ShareConsent(`${place.path}/agent`);
	expect([await later.isGiven("https://a"), await later.isGiven("https://b")]).toEqual([true, false]);
});
