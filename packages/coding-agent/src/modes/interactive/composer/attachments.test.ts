import { expect, test } from "bun:test";
import { partly } from "@oh-my-pi/pi-testkit/partly";
import { until } from "@oh-my-pi/pi-testkit/until";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { testScreen } from "../../../commands/testing/test-screen.ts";
import { testSession } from "../../../commands/testing/test-session.ts";
import { pasteSettings } from "../../../settings/sections/screen/input.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";
import { Attachments } from "./attachments.ts";
import { takePaste } from "./paste/take-paste.ts";

const onePixel = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
	"base64",
);
const image = (data: string) => ({ type: "image" as const, data, mimeType: "image/png" });

test("images stand as markers and go in the order of their markers", () => {
	const attachments = new Attachments();
	const first = attachments.add(image("1"), { width: 800, height: 600 });
	const second = attachments.add(image("2"), { width: 1, height: 1 });
	expect([first, second]).toEqual(["[Image #1, 800x600]", "[Image #2, 1x1]"]);
	expect(attachments.imagesIn(`${second} and ${first} and [Image #3, 1x1]`)).toEqual([image("2"), image("1")]);
	expect(attachments.atoms(`a ${first}`)).toEqual([{ start: 2, end: 2 + first.length }]);
	attachments.clear();
	expect(attachments.imagesIn(first)).toEqual([]);
});

const sessionIn = (folder: string) => partly<OpenedConversation>("session", testSession([], { folder }).session);

test("the path of an image that is pasted becomes the image", async () => {
	await using place = await workspace();
	await Bun.write(`${place.path}/my shot.png`, onePixel);
	for (const pasted of [`${place.path}/my\\ shot.png`, `'${place.path}/my shot.png'`, "my shot.png\n"]) {
		const session = sessionIn(place.path);
		const { ports } = testScreen();
		expect(takePaste(pasted, session, ports)).toBe(true);
		await until(() => ports.draft.text === "[Image #1, 1x1]");
	}
	const { ports } = testScreen();
	const session = sessionIn(place.path);
	expect([takePaste("missing.png", session, ports), takePaste("plain words", session, ports)]).toEqual([false, false]);
});

test("paths are understood as terminals write them when a file is dragged", async () => {
	await using place = await workspace();
	const path = `${place.path}/a b (1) & c's ü.png`;
	await Bun.write(path, onePixel);
	const escaped = path.replace(/[ ()&']/g, "\\$&");
	for (const pasted of [escaped, `"${path}"`, Bun.pathToFileURL(path).href]) {
		const { ports } = testScreen();
		expect([pasted, takePaste(pasted, sessionIn(place.path), ports)]).toEqual([pasted, true]);
		await until(() => ports.draft.text === "[Image #1, 1x1]");
	}
});

test("what only has the name of an image stays text, and nothing waits for a pipe", async () => {
	await using place = await workspace({ "note.png": "no image", "folder.png/x": "" });
	expect(Bun.spawnSync(["mkfifo", `${place.path}/pipe.png`]).exitCode).toBe(0);
	for (const name of ["note.png", "pipe.png", "folder.png"]) {
		const { ports, said } = testScreen();
		expect(takePaste(name, sessionIn(place.path), ports)).toBe(true);
		await until(() => ports.draft.text === name);
		expect(said.map(({ level }) => level)).toEqual(["warning"]);
	}
});

test("a very large paste is asked about where the user wants that, and goes in whole when nobody answers", async () => {
	await using place = await workspace();
	const text = Array.from({ length: 150 }, (_, line) => `line ${line}`).join("\n");
	const titles: string[] = [];
	const { ports } = testScreen({
		ask: async ({ title }) => {
			titles.push(title);
			return undefined;
		},
	});
	const session = sessionIn(place.path);
	expect(takePaste(text, session, ports)).toBe(false);
	session.settings.set(pasteSettings.largeMenuThreshold, 150);
	expect(takePaste(text, session, ports)).toBe(true);
	await until(() => ports.draft.text === text);
	expect(titles).toEqual(["Pasted 150 lines"]);
});
