import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";

export interface AttachedImage {
	/** Base64. */
	readonly data: string;
	readonly mimeType: string;
}

/** The images of the user's last message that has some, and its text, in which markers stand for them. */
export interface AttachedImages {
	readonly images: readonly AttachedImage[];
	readonly text: string;
}

/** Schemes of attachments: `image://1` is the first one. */
export const imageSchemes = ["image", "attachment"] as const;

const address = /^(?:image|attachment):\/\/(\d+)\/?$/i;
const label = /^\[?image\s*#?\s*(\d+)(?:,\s*\d+x\d+)?\]?$/i;
const marker = /\[Image #(\d+), \d+x\d+\]/g;

/** The attachment that `image://2`, `attachment://2` or `Image #2` means; `undefined` for what is a path. Throws for one that is not there. */
export function findAttached(
	reference: string,
	attached: AttachedImages,
): { readonly image: AttachedImage; readonly url: string } | undefined {
	const position = address.exec(reference.trim())?.[1];
	const labeled = label.exec(reference.trim())?.[1];
	if (position === undefined && labeled === undefined) return undefined;
	const index = position === undefined ? indexOfLabel(Number(labeled), attached) : Number(position) - 1;
	const image = attached.images[index];
	if (!image) throw new ToolError(`${reference} is not there: ${countText(attached.images.length)}`);
	return { image, url: `image://${index + 1}` };
}

/** Markers can be moved in the text; the images go in the order in which they stand there. */
function indexOfLabel(wanted: number, { images, text }: AttachedImages): number {
	const numbers = [...text.matchAll(marker)].map(([, number]) => Number(number));
	const index = numbers.length === images.length ? numbers.indexOf(wanted) : -1;
	return index === -1 ? wanted - 1 : index;
}

function countText(count: number): string {
	if (count === 0) return "the user has attached no images.";
	return count === 1 ? "there is only image://1." : `there are image://1 to image://${count}.`;
}
