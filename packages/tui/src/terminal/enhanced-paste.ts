/** The clipboard content of a paste. */
export type ClipboardContent =
	| { readonly kind: "text"; readonly text: string }
	| { readonly kind: "image"; readonly mimeType: string; readonly data: string };

interface Packet {
	readonly fields: ReadonlyMap<string, string>;
	readonly payload: string;
}

const PACKET = /^\x1b\]5522;([^;\x07\x1b]*)(?:;([^\x07\x1b]*))?(?:\x07|\x1b\\)$/;
const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"];
const TEXT_TYPES = ["text/plain;charset=utf-8", "text/plain", "UTF8_STRING"];
const NAME = Buffer.from("Paste event").toString("base64");
const LONGEST_PASTE = 64 << 20;

/**
 * Pastes in mode 5522: the terminal lists the available MIME types, then is asked for the best one, an image before
 * text.
 */
export class EnhancedPaste {
	readonly #write: (data: string) => void;
	readonly #emit: (content: ClipboardContent) => void;
	#listing: { readonly access: string; types: string[] } | undefined;
	#reading: { readonly mimeType: string; parts: Buffer[]; size: number } | undefined;

	constructor(write: (data: string) => void, emit: (content: ClipboardContent) => void) {
		this.#write = write;
		this.#emit = emit;
	}

	/** Whether the sequence was part of a paste. */
	take(sequence: string): boolean {
		const packet = parsePacket(sequence);
		if (packet?.fields.get("type") !== "read") return false;
		const status = packet.fields.get("status");
		if (status === "OK") this.#begin(packet);
		else if (status === "DATA") this.#add(packet);
		else if (status === "DONE") this.#end();
		else this.#listing = this.#reading = undefined;
		return true;
	}

	#begin({ fields }: Packet): void {
		if (this.#reading) return;
		const password = fields.get("pw");
		const location = fields.get("loc");
		const access = `${password ? `:pw=${password}:name=${NAME}` : ""}${location ? `:loc=${location}` : ""}`;
		this.#listing = { access, types: [] };
	}

	#add({ fields, payload }: Packet): void {
		const mimeType = decoded(fields.get("mime") ?? "");
		if (this.#reading) {
			const part = Buffer.from(payload, "base64");
			this.#reading.size += part.length;
			if (this.#reading.size <= LONGEST_PASTE) this.#reading.parts.push(part);
		} else if (this.#listing) {
			// Some terminals list the types as content of type `.`, some send a packet for each.
			const types = mimeType === "." ? decoded(payload).split(/\s+/) : [mimeType];
			this.#listing.types.push(...types);
		}
	}

	#end(): void {
		if (this.#reading) {
			const { mimeType, parts } = this.#reading;
			this.#reading = undefined;
			const content = Buffer.concat(parts);
			if (mimeType.startsWith("image/")) {
				this.#emit({ kind: "image", mimeType, data: content.toString("base64") });
			} else this.#emit({ kind: "text", text: content.toString("utf8") });
			return;
		}
		const { access = "", types = [] } = this.#listing ?? {};
		this.#listing = undefined;
		const mimeType = [...IMAGE_TYPES, ...TEXT_TYPES].find((wanted) => types.includes(wanted));
		if (!mimeType) return;
		this.#reading = { mimeType, parts: [], size: 0 };
		this.#write(`\x1b]5522;type=read${access};${Buffer.from(mimeType).toString("base64")}\x1b\\`);
	}
}

function parsePacket(sequence: string): Packet | undefined {
	const match = PACKET.exec(sequence);
	if (!match) return undefined;
	const pairs = (match[1] ?? "").split(":").map((pair): [string, string] => {
		const at = pair.indexOf("=");
		return at < 0 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)];
	});
	return { fields: new Map(pairs), payload: match[2] ?? "" };
}

function decoded(base64: string): string {
	return Buffer.from(base64, "base64").toString("utf8");
}
