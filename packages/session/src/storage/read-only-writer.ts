import type { FileReader, LogWriter } from "./storage.ts";

/** A file that can be read; writing to it fails for the reason given. */
export function readOnlyWriter(reader: FileReader | undefined, reason: Error): LogWriter {
	if (!reader) throw reason;
	const refuse = () => {
		throw reason;
	};
	return {
		identity: reader.identity,
		size: () => reader.size(),
		read: (target, position) => reader.read(target, position),
		close: () => reader.close(),
		append: refuse,
		overwrite: refuse,
		truncate: refuse,
		flush: async () => {},
		fsync: () => {},
		getError: () => undefined,
	};
}
