import { watch } from "node:fs";
import { basename, dirname } from "node:path";

/** Calls back when a file has changed and is quiet again. Editors that replace the file instead of writing it count too. */
export function watchFile(path: string, onChange: () => void, quietMs = 100): Disposable {
	let timer: ReturnType<typeof setTimeout> | undefined;
	// The folder is watched: the file itself may be another one after each save.
	const watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
		if (name !== null && name !== basename(path)) return;
		clearTimeout(timer);
		timer = setTimeout(onChange, quietMs);
	});
	// A folder that goes away ends the watching, nothing else.
	watcher.on("error", () => watcher.close());
	return {
		[Symbol.dispose]() {
			clearTimeout(timer);
			watcher.close();
		},
	};
}
