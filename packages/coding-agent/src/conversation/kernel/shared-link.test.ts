import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { formatLink, formatWebLink } from "../../features/collab/protocol/format-link.ts";
import { isSharedLink } from "./shared-link.ts";

const random = (count: number) => Uint8Array.from(randomBytes(count));
const parts = { room: randomBytes(16).toString("base64url"), key: random(32), writeToken: random(16) };
const links = [undefined, "wss://relay.example", "ws://localhost:7475"].flatMap((relay) =>
	[parts, { ...parts, writeToken: undefined }].flatMap((part) => [
		formatLink({ ...part, relay }),
		...(relay === undefined
			? []
			: [formatWebLink({ ...part, relay }, ""), formatWebLink({ ...part, relay }, "https://web.example/x")]),
	]),
);

test.each(links)("a text that is only %s is a link", (link) => {
	for (const text of [
		link,
		` ${link}\n`,
		`"${link}"`,
		`<${link}>`,
		`/join ${link}`,
		`join ${link}`,
		`omp join "${link}"`,
	])
		expect(isSharedLink(text)).toBe(true);
	expect(isSharedLink(`/join ${link.slice(0, -9)}`)).toBe(true);
	for (const text of [`What is ${link}?`, `${link} is a link`, `/join the two lists`, "/join", "look at src/r/a.b"])
		expect(isSharedLink(text)).toBe(false);
});

test("other texts of the form of a link are none", () => {
	const sha = "a".repeat(40);
	for (const text of [sha, `https://git.example/acme/api/commit/${sha}`, "https://a.example/r/x.y", "", "join us"])
		expect(isSharedLink(text)).toBe(false);
});
