import { expect, test } from "bun:test";
import { formatLink, formatWebLink } from "./format-link.ts";
import { parseLink } from "./link.ts";

const key = Uint8Array.from({ length: 32 }, (_, index) => index);
const writeToken = Uint8Array.from({ length: 16 }, (_, index) => 100 + index);
const room = Buffer.alloc(16, 3).toString("base64url");
const full = Buffer.concat([key, writeToken]).toString("base64url");
const view = Buffer.from(key).toString("base64url");
const link = { relay: undefined, room, key, writeToken };

test.each([
	[`${room}.${full}`, undefined],
	[`${room}#${full}`, undefined],
	[`${room}%23${full}`, undefined],
	[`"relay.example/r/${room}.${full}"`, "wss://relay.example"],
	[`relay.example:99/r/${room}#${full}`, "wss://relay.example:99"],
	[`https://relay.example/r/${room}.${full}`, "wss://relay.example"],
	[`wss://relay.example/r/${room}#${full}`, "wss://relay.example"],
	[`ws://localhost:7475/r/${room}.${full}`, "ws://localhost:7475"],
	[`https://web.example/page/#relay.example/r/${room}.${full}`, "wss://relay.example"],
	[`https://web.example/#${room}.${full}`, "wss://web.example"],
	[`http://127.0.0.1:7475/#${room}.${full}`, "ws://127.0.0.1:7475"],
] as const)("link: %s", (text, relay) => {
	expect(parseLink(text)).toEqual({ ...link, relay });
});

test("link: 32 bytes of secret can only watch, and what is written is read again", () => {
	expect(parseLink(`${room}.${view}`)).toEqual({ ...link, writeToken: undefined });
	for (const relay of ["ws://localhost:7475", "wss://relay.example"]) {
		expect(parseLink(formatLink({ ...link, relay }))).toEqual({ ...link, relay });
		expect(parseLink(formatWebLink({ ...link, relay }, ""))).toEqual({ ...link, relay });
		expect(parseLink(formatWebLink({ ...link, relay }, "https://web.example/x/"))).toEqual({ ...link, relay });
	}
});

test.each([
	"",
	"hello",
	`${room}.short`,
	`${room}.${full}AAAA`,
	`ws://relay.example/r/${room}.${full}`,
	`http://relay.example/#${room}.${full}`,
	`wss://user@relay.example/r/${room}.${full}`,
])("link: %s is refused without repeating the secret", (text) => {
	let message = "";
	try {
		parseLink(text);
	} catch (error) {
		message = (error as Error).message;
	}
	expect(message).not.toBe("");
	expect(message).not.toContain(full);
});
