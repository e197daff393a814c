import { expect, test } from "bun:test";
import type { ImageContent, TextContent, UserMessage } from "@oh-my-pi/pi-ai/message";
import { imageFacts } from "@oh-my-pi/pi-natives/image/image";
import { noisePng } from "@oh-my-pi/pi-natives/testing/png";
import { tokenRedactor } from "@oh-my-pi/pi-secrets/hider/redact-tokens";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { assistant, testLog, user } from "../conversation/testing/history.ts";
import { collabSettings, shareSettings } from "../settings/sections/services/collab.ts";
import { Settings } from "../settings/settings.ts";
import { sealedSnapshot } from "./fit-snapshot.ts";
import { unseal } from "./seal.ts";
import { ShareConsent } from "./share-consent.ts";
import { type SharedSession, type SharePorts, shareSession } from "./share-session.ts";

function sessionWith(text: string, store: "blob" | "gist" = "blob"): SharedSession {
	const log = testLog();
	log.appendMessage(user(text));
	log.appendMessage(assistant("fine"));
	const settings = new Settings();
	settings.override(shareSettings.serverUrl, "https://share.example/s/");
	settings.override(shareSettings.store, store);
	const host = { cwd: "/", home: "/", env: { ACME_TOKEN: "abcdefghijkl" }, now: () => 0, newId: () => "x" };
	const conversation = { log, systemPrompt: ["be good"], tools: [] };
	return { conversation, settings, host };
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
	const opened = await unseal(body, Buffer.from(key, "base64url"));
	expect(opened).toContain("my token is [redacted], and [redacted] too");
	expect(JSON.parse(opened)).toMatchObject({ systemPrompt: ["be good"], entries: [{}, {}] });
	expect(Buffer.from(body).includes(Buffer.from(key, "base64url"))).toBe(false);
	expect(unseal(body, new Uint8Array(32))).rejects.toThrow();
});

test("the error names a server that refuses the upload", async () => {
	await expect(shareSession(sessionWith("hi"), refusing)).rejects.toThrow(
		"https://share.example/s refused the upload with status 413.",
	);
});

const gist = "0123456789abcdef0123";

/** Settings without a share server. */
function withoutServer(relayUrl = ""): SharedSession {
	const session = sessionWith("hi", "gist");
	session.settings.override(shareSettings.serverUrl, "");
	session.settings.override(collabSettings.relayUrl, relayUrl);
	return session;
}

test("a gist can be used instead of the server, and needs none", async () => {
	const link = (session: SharedSession) => shareSession(session, refusing).then((url) => url.split("#")[0]);
	expect(await link(sessionWith("hi", "gist"))).toBe(`https://share.example/s/${gist}`);
	expect(await link(withoutServer("wss://relay.example"))).toBe(`https://relay.example/s/${gist}`);
	expect(await link(withoutServer())).toBe(`http://localhost:7475/s/${gist}`);
});

test("a gist holds more than a server takes", async () => {
	const log = testLog();
	const noise = Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString("base64");
	for (let count = 0; count < 40; count++) log.appendMessage(user(`${count} ${noise}${Math.random()}`));
	const session = withoutServer();
	const sizes: number[] = [];
	const run = async (_command: readonly string[], input: string) => {
		sizes.push(Buffer.from(input, "base64").length);
		return `https://gist.github.com/ada/${gist}\n`;
	};
	const tools: SharedSession["conversation"]["tools"] = [];
	await shareSession({ ...session, conversation: { log, systemPrompt: [], tools } }, { ...refusing, run });
	expect(sizes[0]).toBeGreaterThan(1_000_000);
	expect(sizes[0]).toBeLessThanOrEqual(5_000_000);
});

test("without gh the server is used, and without both the error says what to do", async () => {
	const run = () => Promise.reject(new Error("To get started with GitHub CLI, please run:\n  gh auth login"));
	const fetch = async () => Response.json({ id: "abc" });
	expect(await shareSession(sessionWith("hi", "gist"), { run, fetch })).toStartWith("https://share.example/s/abc#");
	const why = "No gist was made, since gh did not work (To get started with GitHub CLI, please run: gh auth login).";
	const failed = (session: SharedSession) =>
		shareSession(session, { ...refusing, run }).catch(({ name, message }: Error) => `${name}: ${message}`);
	expect(await failed(withoutServer())).toBe(`ShareError: ${why}`);
	expect(await failed(sessionWith("hi", "gist"))).toBe(
		`ShareError: ${why} https://share.example/s refused the upload with status 413.`,
	);
});

/** The content of a page that fits a limit. */
async function keptOf(messages: readonly UserMessage[], limit: number) {
	const log = testLog();
	for (const message of messages) log.appendMessage(message);
	const page = { header: log.header, entries: [...log.entries()], leafId: log.leafId };
	const { bytes, key } = await sealedSnapshot(page, limit);
	expect(bytes.length).toBeLessThanOrEqual(limit);
	const kept = JSON.parse(await unseal(bytes, key)) as { entries: Array<{ message: UserMessage }> };
	return kept.entries.map(({ message }) => message.content);
}

verifies("sessions:share:size-limit", async () => {
	const noise = (words: number) => Array.from({ length: words }, () => Math.random().toString(36).slice(2)).join(" ");
	const photo = {
		type: "image" as const,
		data: Buffer.from(noisePng(1200, 800)).toString("base64"),
		mimeType: "image/png",
	};
	const withPhoto: UserMessage = { ...user(""), content: [{ type: "text", text: "look" }, photo] };
	expect((await keptOf([withPhoto], 5_000_000))[0]).toEqual(withPhoto.content);
	// Images shrink before they are dropped.
	const [[, small] = []] = (await keptOf([withPhoto], 300_000)) as Array<[unknown, ImageContent]>;
	const { width, height } = await imageFacts(Buffer.from(small?.data ?? "", "base64"));
	expect([small?.mimeType, width, height]).toEqual(["image/webp", 400, 267]);
	const words = noise(3000);
	const [[text] = [], [, image] = []] = (await keptOf([user(words), withPhoto], 40_000)) as Array<
		[TextContent, TextContent]
	>;
	expect([text, image]).toEqual([
		{ type: "text", text: words },
		{ type: "text", text: "[image left out]" },
	]);
	const [[cut] = []] = (await keptOf([user(words)], 8000)) as Array<[TextContent]>;
	expect(cut?.text).toBe(`${words.slice(0, 8000)}… [${words.length - 8000} characters left out]`);
	const many = Array.from({ length: 40 }, (_, index) => user(`${index}: ${noise(300)}`));
	const kept = (await keptOf(many, 8000)) as Array<[TextContent]>;
	expect(kept.length).toBeGreaterThan(0);
	expect(kept.length).toBeLessThan(40);
	expect(kept.at(-1)?.[0].text).toStartWith("39: ");
});

test("secrets from the environment and of known formats are redacted, other text is not", () => {
	const redact = tokenRedactor({ API_KEY: "verysecretvalue", PATH: "/usr/bin/env", SHORT_KEY: "abc" });
	expect(redact("verysecretvalue /usr/bin/env abc")).toBe("[redacted] /usr/bin/env abc");
	expect(redact("Authorization: Bearer abcdefghijklmnop1234")).toBe("Authorization: Bearer [redacted]");
});

test("consent is stored per server", async () => {
	await using place = await workspace();
	const consent = new ShareConsent(`${place.path}/agent`);
	expect(await consent.isGranted("https://a")).toBe(false);
	await consent.give("https://a");
	const later = new ShareConsent(`${place.path}/agent`);
	expect([await later.isGranted("https://a"), await later.isGranted("https://b")]).toEqual([true, false]);
});
