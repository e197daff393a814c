import type { Context, ImageContent, Message, TextContent } from "@oh-my-pi/pi-ai/message";
import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { AssistantMessageEventStream } from "@oh-my-pi/pi-ai/reply/event-stream";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import { inspectImage } from "@oh-my-pi/pi-tools/inspect-image/inspect-image";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { imageSettings } from "../../settings/sections/screen/images.ts";
import type { Settings } from "../../settings/settings.ts";
import { promptImages } from "./attached-images.ts";
import { fitted, takesWebp } from "./fit-images.ts";

type Block = TextContent | ImageContent;

const blocked: TextContent = { type: "text", text: "[image left out: images are blocked by images.blockImages]" };

/** Blocks or resizes images by settings and model. */
export function withImagePolicy(stream: StreamFn, settings: Settings, env: Host["env"]): StreamFn {
	const sizes = new FittedImages();
	return (model, context, options) => {
		if (!context.messages.some(hasImage)) return stream(model, context, options);
		if (settings.get(imageSettings.blockImages)) {
			return stream(model, withImages(context, new Map(), blocked), options);
		}
		if (!model.input.includes("image")) return stream(model, withAddresses(context), options);
		if (!settings.get(imageSettings.autoResize)) return stream(model, context, options);
		const events = new AssistantMessageEventStream();
		const forward = async () => {
			const ready = await sizes.fit(context, model, env);
			for await (const event of stream(model, ready, options)) events.push(event);
		};
		forward().then(
			() => events.end(),
			(error) => events.fail(error),
		);
		return events;
	};
}

/** Caches resized images per session, so that resent images are byte-identical. */
class FittedImages {
	readonly #known = {
		webp: new WeakMap<ImageContent, ImageContent>(),
		other: new WeakMap<ImageContent, ImageContent>(),
	};

	async fit(context: Context, model: Model, env: Host["env"]): Promise<Context> {
		const webp = takesWebp(model, env);
		const known = this.#known[webp ? "webp" : "other"];
		const replacements = new Map<ImageContent, ImageContent>();
		for (const image of context.messages.flatMap(listImages)) {
			const fit = known.get(image) ?? (await fitted(image, { webp }));
			known.set(image, fit);
			replacements.set(image, fit);
		}
		return withImages(context, replacements);
	}
}

/**
 * A model that does not see is told how to ask about the user's images, where it has the tool for that. What it was told about
 * an image stays when others follow, so that the prompt cache stays valid.
 */
function withAddresses(context: Context): Context {
	if (!context.tools?.some(({ name }) => name === inspectImage.name)) return context;
	const notes = promptImages(context.messages).flatMap(({ images }) =>
		images.map((image, index): [ImageContent, Block] => [image, { type: "text", text: addressNote(index + 1) }]),
	);
	return notes.length === 0 ? context : withImages(context, new Map(notes));
}

function addressNote(number: number): string {
	return `[image://${number}, until the user attaches others: you cannot see it; ask about it with ${inspectImage.name}]`;
}

function withImages(context: Context, images: ReadonlyMap<ImageContent, Block>, otherwise?: Block): Context {
	const replace = (block: Block): Block => (block.type === "image" ? (images.get(block) ?? otherwise ?? block) : block);
	const messages = context.messages.map((message): Message => {
		if (message.role === "assistant" || typeof message.content === "string" || !hasImage(message)) return message;
		return { ...message, content: message.content.map(replace) };
	});
	return { ...context, messages };
}

function hasImage(message: Message): boolean {
	return listImages(message).length > 0;
}

/** Images in assistant messages are not sent. */
function listImages(message: Message): ImageContent[] {
	if (message.role === "assistant" || typeof message.content === "string") return [];
	return message.content.filter((block) => block.type === "image");
}
