import { imageFacts } from "@oh-my-pi/pi-natives/image/image";
import { inspectImage } from "@oh-my-pi/pi-tools/inspect-image/inspect-image";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { readRegularBytes } from "@oh-my-pi/pi-utils/files/read-regular-file";
import type { DraftPort, NoticePort } from "../../../../commands/contract/screen-ports.ts";
import { fitImages } from "../../../../conversation/images/fit-images.ts";
import type { OpenedConversation } from "../../../../workbench/opened-conversation.ts";

type AttachPorts = DraftPort & NoticePort;

const maxFileBytes = 32 * 1024 * 1024;

/** Attaches the image whose path was pasted. What is none goes into the draft as the text it is. */
export async function attachImageFile(
	path: string,
	pasted: string,
	session: OpenedConversation,
	ports: AttachPorts,
): Promise<void> {
	try {
		await attachImage(readRegularBytes(path, maxFileBytes) ?? new Uint8Array(), session, ports);
	} catch (error) {
		ports.draft.insert(pasted);
		ports.notify("warning", `Not attached: ${errorMessage(error)}`);
	}
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
	const { model, tools } = session.conversation;
	if (!model || model.input.includes("image")) return;
	const canAsk = tools.some(({ name }) => name === inspectImage.name);
	const instead = canAsk ? "it can ask a model that does about them" : "it gets a note instead";
	notify("warning", `${model.name} takes no images; ${instead}.`);
}
