import { readFile } from "node:fs/promises";
import { imageFacts } from "@oh-my-pi/pi-natives/image";
import type { DraftPort, NoticePort } from "../../../commands/screen-ports.ts";
import { fitImages } from "../../../conversation/images/fit-images.ts";
import type { OpenedConversation } from "../../../workbench/opened-conversation.ts";

type AttachPorts = DraftPort & NoticePort;

export async function attachImageFile(path: string, session: OpenedConversation, ports: AttachPorts): Promise<void> {
	await attachImage(await readFile(path), session, ports);
}

/** Puts an image into the draft as a marker; a model that takes none is warned about. */
export async function attachImage(
	bytes: Uint8Array,
	session: OpenedConversation,
	{ draft, notify }: AttachPorts,
): Promise<void> {
	const { mimeType, width, height } = await imageFacts(bytes);
	const data = Buffer.from(bytes).toString("base64");
	const [image] = await fitImages([{ type: "image", data, mimeType }], session.settings);
	if (image) draft.attach(image, { width, height });
	const { model } = session.conversation;
	if (model && !model.input.includes("image"))
		notify("warning", `${model.name} takes no images; it gets a note instead.`);
}
