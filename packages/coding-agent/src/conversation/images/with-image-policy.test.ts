import { expect, test } from "bun:test";
import type { Context, ImageContent } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { AssistantMessageEventStream } from "@oh-my-pi/pi-ai/reply/event-stream";
import { Reply } from "@oh-my-pi/pi-ai/reply/reply";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import { imageFacts } from "@oh-my-pi/pi-natives/image/image";
import { solidPng } from "@oh-my-pi/pi-natives/testing/png";
import { toolResult, user } from "@oh-my-pi/pi-testkit/protocol-contract/history";
import { replayTargets } from "@oh-my-pi/pi-testkit/request-rules/targets.data";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { Settings } from "../../settings/settings.ts";
import { withImagePolicy } from "./with-image-policy.ts";

const model = replayTargets[0]?.model as Model;

function picture(width: number, height: number): ImageContent {
	return { type: "image", data: Buffer.from(solidPng(width, height)).toString("base64"), mimeType: "image/png" };
}

/** Returns the messages that are sent. */
function sender(settings: Settings, env: Record<string, string> = {}) {
	const sent: Context[] = [];
	const inner: StreamFn = (asked, context) => {
		sent.push(context);
		const events = new AssistantMessageEventStream();
		const { message } = new Reply(asked, 0, () => {});
		events.push({ type: "start", partial: message });
		events.push({ type: "done", reason: "stop", message });
		return events;
	};
	const stream = withImagePolicy(inner, settings, env);
	return async (context: Context, asked: Model = model) => {
		await stream(asked, context).result();
		return sent.at(-1)?.messages.flatMap(({ content }) => (typeof content === "string" ? [] : content)) ?? [];
	};
}

function shapes(blocks: ReadonlyArray<{ type: string; data?: string }>): Promise<unknown[]> {
	const shapeOf = async ({ data = "" }: { data?: string }) => {
		const { mimeType, width, height } = await imageFacts(Buffer.from(data, "base64"));
		return [mimeType, width, height];
	};
	return Promise.all(blocks.map(shapeOf));
}

verifies("ai-streaming:images:resize", async () => {
	const [large, tiny, fine] = [picture(3000, 1500), picture(10, 4), picture(300, 300)];
	const context = { messages: [user([large]), toolResult("c", [tiny, fine])] };
	const send = sender(new Settings());
	const first = await send(context);
	expect(await shapes(first)).toEqual([
		["image/webp", 2000, 1000],
		["image/webp", 200, 80],
		["image/png", 300, 300],
	]);
	// Identical bytes in the next turn keep the prompt cache valid.
	expect((await send(context))[0]).toBe(first[0]);
	const plain = [
		["image/png", 2000, 1000],
		["image/png", 200, 80],
		["image/png", 300, 300],
	];
	const stb = await send(context, { ...model, imageInputDecoder: "stb" });
	expect(await shapes(stb)).toEqual(plain);
	const noWebp = await sender(new Settings(), { OMP_NO_WEBP: "1" })(context);
	expect(await shapes(noWebp)).toEqual(plain);
	const asTheyAre = await sender(new Settings({ global: { images: { autoResize: false } } }))(context);
	expect(asTheyAre).toEqual([large, tiny, fine]);
	const broken: ImageContent = { type: "image", data: "AAAA", mimeType: "image/png" };
	expect(await send({ messages: [user([broken])] })).toEqual([broken]);
});

verifies("ai-streaming:images:block", async () => {
	const image = picture(300, 300);
	const send = sender(new Settings({ global: { images: { blockImages: true } } }));
	const words = { type: "text" as const, text: "look" };
	const note = { type: "text" as const, text: "[image left out: images are blocked by images.blockImages]" };
	expect(await send({ messages: [user([words, image]), toolResult("c", [image])] })).toEqual([words, note, note]);
});

test("what a model without vision was told about an image stays when others follow", async () => {
	const [first, second, third] = [picture(300, 300), picture(301, 300), picture(302, 300)];
	const blind: Model = { ...model, input: ["text"] };
	const send = sender(new Settings());
	const tools = [{ name: "inspect_image", description: "", parameters: {} }];
	const opening = [user([first]), user([second]), toolResult("c", [third])];
	const before = await send({ messages: opening, tools }, blind);
	const note = (number: number) =>
		`[image://${number}, until the user attaches others: you cannot see it; ask about it with inspect_image]`;
	expect(before).toEqual([{ type: "text", text: note(1) }, { type: "text", text: note(2) }, third]);
	const after = await send({ messages: [...opening, user([third])], tools }, blind);
	expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
	expect(after.at(-1)).toEqual({ type: "text", text: note(1) });
	// Without the tool the protocol says that they are left out.
	expect(await send({ messages: [user([first])] }, blind)).toEqual([first]);
});
