import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { type CellBox, fitCells, USUAL_CELL } from "./fit-cells.ts";
import { type DrawableImage, imageMark } from "./image-mark.ts";
import type { ImageProtocol } from "./image-protocol.ts";
import { type ImageSource, type PixelSize, readSize } from "./image-source.ts";
import {
	deleteKitty,
	MOST_PLACEHOLDER_ROWS,
	placeholderRows,
	placeKitty,
	placeKittyVirtually,
	transmitKitty,
} from "./kitty-image.ts";

export interface ImageGalleryOptions {
	/** Undefined: images are shown as text. */
	protocol(): ImageProtocol | undefined;
	cell?(): PixelSize | undefined;
	readonly maxImages: number;
	readonly maxColumns: number;
	readonly maxRows: number;
	/** Image ids are shared by all programs of a terminal, so each starts elsewhere. */
	readonly firstId?: number;
	/** An image became drawable, or stopped being so. */
	onChange(): void;
}

interface LiveImage {
	readonly id: number;
	readonly size: PixelSize;
	isEvicted: boolean;
	/** The bytes to draw it in this box, once available. */
	ready: { readonly box: string; readonly bytes: string } | undefined;
	preparing: string | undefined;
	drawn: { readonly key: string; readonly rows: readonly string[] } | undefined;
}

/**
 * Owns the images in the terminal's memory: assigns ids, draws a limited number of them and shows the others as text.
 */
export class ImageGallery {
	readonly #options: ImageGalleryOptions;
	readonly #images = new Map<ImageSource, LiveImage>();
	#nextId: number;
	#pending = "";

	constructor(options: ImageGalleryOptions) {
		this.#options = options;
		this.#nextId = options.firstId ?? 1;
	}

	/** The rows of an image, or of `label` in the same height; the same array while unchanged. */
	drawRows(source: ImageSource, width: number, label: string): readonly string[] {
		const protocol = this.#options.protocol();
		const image = protocol && this.#options.maxImages > 0 ? this.#find(source) : undefined;
		if (!protocol || !image) return [label];
		const box = this.#fitBox(image.size, width, protocol);
		const isShown = !image.isEvicted && this.#prepare(source, image, box, protocol);
		const key = `${protocol} ${boxKey(box)} ${isShown} ${label}`;
		if (image.drawn?.key !== key)
			image.drawn = { key, rows: isShown ? this.#draw(image, box, protocol) : labelRows(label, box) };
		return image.drawn.rows;
	}

	/** Bytes to send before the next frame. */
	takePending(): string {
		const pending = this.#pending;
		this.#pending = "";
		return pending;
	}

	/** How to draw the image that ends in a marked row. */
	drawable(id: number): DrawableImage | undefined {
		for (const image of this.#images.values()) {
			if (image.id !== id || !image.ready || image.isEvicted) continue;
			return { rows: Number(image.ready.box.split("x")[1]), bytes: image.ready.bytes };
		}
		return undefined;
	}

	/** Deletes all our images from the terminal. */
	deleteAll(): string {
		const isKitty = this.#options.protocol()?.startsWith("kitty") ?? false;
		const kept = [...this.#images.values()].filter((image) => image.ready && !image.isEvicted);
		this.#images.clear();
		this.#pending = "";
		return isKitty ? kept.map(({ id }) => deleteKitty(id)).join("") : "";
	}

	#find(source: ImageSource): LiveImage | undefined {
		const known = this.#images.get(source);
		if (known) return known;
		const size = readSize(source);
		if (!size) return undefined;
		const image: LiveImage = {
			id: this.#nextId++ & 0xffffff,
			size,
			isEvicted: false,
			ready: undefined,
			preparing: undefined,
			drawn: undefined,
		};
		this.#images.set(source, image);
		this.#evictOldest();
		return image;
	}

	#evictOldest(): void {
		const kept = [...this.#images].filter(([, image]) => !image.isEvicted);
		for (const [, image] of kept.slice(0, Math.max(0, kept.length - this.#options.maxImages))) {
			image.isEvicted = true;
			if (image.ready && this.#options.protocol()?.startsWith("kitty")) this.#pending += deleteKitty(image.id);
			image.ready = undefined;
			this.#options.onChange();
		}
	}

	#fitBox(size: PixelSize, width: number, protocol: ImageProtocol): CellBox {
		const { maxColumns, maxRows } = this.#options;
		const rows = protocol === "kitty-placeholders" ? Math.min(maxRows, MOST_PLACEHOLDER_ROWS) : maxRows;
		return fitCells(size, this.#cell, { columns: Math.max(1, Math.min(width, maxColumns)), rows });
	}

	get #cell(): PixelSize {
		return this.#options.cell?.() ?? USUAL_CELL;
	}

	/** Whether the image can be drawn in this box now; starts the conversion otherwise. */
	#prepare(source: ImageSource, image: LiveImage, box: CellBox, protocol: ImageProtocol): boolean {
		const key = boxKey(box);
		if (image.ready?.box === key) return true;
		if (protocol === "iterm2") image.ready = { box: key, bytes: drawIterm(source, box) };
		else if (protocol === "sixel") this.#convert(image, key, async () => this.#sixel(source, box));
		else if (image.ready) this.#placeKitty(image, box, protocol);
		else if (source.mimeType === "image/png") this.#transmit(image, source.data, box, protocol);
		else
			this.#convert(
				image,
				key,
				async () => (await import("./convert-image.ts")).toPng(source),
				(png) => this.#transmit(image, png, box, protocol),
			);
		return image.ready?.box === key;
	}

	#convert(
		image: LiveImage,
		key: string,
		convert: () => Promise<string>,
		take = (bytes: string) => {
			image.ready = { box: key, bytes };
		},
	): void {
		if (image.preparing === key) return;
		image.preparing = key;
		const converted = convert().then((bytes) => {
			if (image.preparing !== key || image.isEvicted) return;
			take(bytes);
			this.#options.onChange();
		});
		void ignoreFailure(converted, "an image that cannot be decoded is shown as text");
	}

	async #sixel(source: ImageSource, box: CellBox): Promise<string> {
		const { toSixel } = await import("./convert-image.ts");
		return toSixel(source, box, this.#cell);
	}

	#transmit(image: LiveImage, png: string, box: CellBox, protocol: ImageProtocol): void {
		this.#pending += transmitKitty(image.id, png);
		this.#placeKitty(image, box, protocol);
	}

	#placeKitty(image: LiveImage, box: CellBox, protocol: ImageProtocol): void {
		const isVirtual = protocol === "kitty-placeholders";
		if (isVirtual) this.#pending += placeKittyVirtually(image.id, box);
		image.ready = { box: boxKey(box), bytes: isVirtual ? "" : placeKitty(image.id, box) };
	}

	#draw(image: LiveImage, box: CellBox, protocol: ImageProtocol): readonly string[] {
		if (protocol === "kitty-placeholders") return placeholderRows(image.id, box);
		return [...Array<string>(box.rows - 1).fill(""), imageMark(image.id)];
	}
}

function boxKey({ columns, rows }: CellBox): string {
	return `${columns}x${rows}`;
}

function labelRows(label: string, { rows }: CellBox): string[] {
	return [label, ...Array<string>(rows - 1).fill("")];
}

/** Draws an image at the cursor; iTerm2 decodes all common formats. */
function drawIterm({ name, data }: ImageSource, { columns, rows }: CellBox): string {
	const size = Buffer.byteLength(data, "base64");
	const facts = `name=${Buffer.from(name).toString("base64")};size=${size};width=${columns};height=${rows}`;
	return `\x1b]1337;File=inline=1;preserveAspectRatio=1;doNotMoveCursor=1;${facts}:${data}\x07`;
}
