import type { SecretPlaces } from "@oh-my-pi/pi-policy/files/guarded-files";
import { isKeyFile } from "@oh-my-pi/pi-policy/files/is-key-file";
import { withFallback } from "@oh-my-pi/pi-utils/ignore-failure";
import { parseText } from "../../files/mutate/text/text-file.ts";
import { loadText } from "../../files/open/load-text.ts";

const maxBytes = 1024 * 1024;
const maxFiles = 500;

/** The lines of files that servers point at, each read once for a call. */
export class FileLines {
	readonly #places: SecretPlaces;
	readonly #loading = new Map<string, Promise<readonly string[] | undefined>>();

	constructor(places: SecretPlaces) {
		this.#places = places;
	}

	/** `undefined` for what is secret, large, gone or no text. */
	load(path: string): Promise<readonly string[] | undefined> {
		const known = this.#loading.get(path);
		if (known) return known;
		const loading = this.#loading.size < maxFiles ? this.#read(path) : Promise.resolve(undefined);
		this.#loading.set(path, loading);
		return loading;
	}

	#read(path: string): Promise<readonly string[] | undefined> {
		const read = async () => {
			if (isKeyFile(path, this.#places)) return undefined;
			const loaded = await loadText(path, { maxBytes });
			return loaded.kind === "text" ? parseText(loaded.text).text.split("\n") : undefined;
		};
		return withFallback(read, undefined, "a place without the text around it is still a place");
	}
}
