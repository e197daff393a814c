import { inspectImage } from "@oh-my-pi/pi-tools/inspect-image/inspect-image";
import type { ToolServices } from "@oh-my-pi/pi-tools/services/services";
import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import { convertToLlm } from "../../conversation/history/convert-to-llm.ts";
import { attachedImages } from "../../conversation/images/attached-images.ts";
import type { Conversation } from "../../conversation/kernel/conversation.ts";
import { imageSettings } from "../../settings/sections/screen/images.ts";
import type { Workbench } from "../workbench.ts";

/** What tools may do with images. */
export function imageService(settings: SettingsReader, conversation: Conversation): ToolServices["images"] {
	return {
		autoResize: settings.get(imageSettings.autoResize),
		blocked: settings.get(imageSettings.blockImages),
		inspectedElsewhere: () => conversation.tools.some(({ name }) => name === inspectImage.name),
	};
}

/** Who sees images, and the model to ask about one. */
export function visionService(parts: {
	readonly workbench: Pick<Workbench, "host" | "settings" | "registry">;
	readonly conversation: Conversation;
	/** The user's conversation; a sub-agent may be asked about what is attached there. */
	readonly top: Conversation;
}): ToolServices["vision"] {
	const { workbench, conversation, top } = parts;
	return {
		areSeen() {
			const { model } = conversation;
			// The guide that answers without a model has no use for images.
			return model === undefined || model.api === "offline" || model.input.includes("image");
		},
		attached() {
			const local = attachedImages(convertToLlm(conversation.messages));
			return local.images.length > 0 || top === conversation ? local : attachedImages(convertToLlm(top.messages));
		},
		async ask(question, signal) {
			const { askAboutImage } = await import("./image-question.ts");
			return askAboutImage(question, { ...workbench, conversation }, signal);
		},
	};
}
