import { type FSWatcher, type WatchListener, watch } from "node:fs";
import { basename, dirname } from "node:path";
import { logIgnored } from "@oh-my-pi/pi-utils/debug-log";

/** Calls back when a file has changed and is quiet again (debounced). Also for editors that replace the file. */
export function watchFile(path: string, onChange: () => void, quietMs = 100): Disposable {
	let timer: ReturnType<typeof setTimeout> | undefined;
	// Watch the folder, because the file may be replaced on each save.
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
		// A deleted folder only ends the watching.
		watcher.on("error", () => watcher.close());
		return watcher;
	} catch (error) {
		logIgnored("a theme file that cannot be watched is read again at the next start", error);
		return undefined;
	}
}
