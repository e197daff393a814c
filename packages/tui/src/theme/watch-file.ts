import { type FSWatcher, type WatchListener, watch } from "node:fs";
import { basename, dirname } from "node:path";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";

/** Calls back when a file has changed and is quiet again. Editors that replace the file instead of writing it count too. */
export function watchFile(path: string, onChange: () => void, quietMs = 100): Disposable {
	let timer: ReturnType<typeof setTimeout> | undefined;
	// The folder is watched: the file itself may be another one after each save.
	const watcher = watchFolder(dirname(path), (_event, name) => {
		if (name !== null && name !== basename(path)) return;
		clearTimeout(timer);
		timer = setTimeout(onChange, quietMs);
	});
	return {
		[Symbol.dispose]() {
			clearTimeout(timer);
			watcher?.close();
		},
	};
}

function watchFolder(folder: string, listener: WatchListener<string>): FSWatcher | undefined {
	try {
		const watcher = watch(folder, { persistent: false }, listener);
		// A folder that goes away ends the watching, nothing else.
		watcher.on("error", () => watcher.close());
		return watcher;
	} catch (error) {
		logIgnored("a theme file that cannot be watched is read again at the next start", error);
		return undefined;
	}
}
