import { chmodSync, lstatSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The address of a socket has 104 bytes on macOS. `%C` becomes 40 and ssh adds 17 while it makes one. */
const maxFolderBytes = 104 - 1 - "/".length - 40 - ".sock".length - 17;

/** Where the sockets of shared connections are: in a folder that is the user's alone. */
export function controlPathIn(folder: string): string {
	const short = Buffer.byteLength(folder) <= maxFolderBytes ? folder : shortFolder(folder);
	mkdirSync(short, { recursive: true, mode: 0o700 });
	const facts = lstatSync(short);
	// Whoever owns the folder could take over the connections.
	if (!facts.isDirectory() || facts.uid !== process.getuid?.()) throw new Error(`${short} is not yours`);
	if ((facts.mode & 0o077) !== 0) chmodSync(short, 0o700);
	return `${short.replaceAll("%", "%%")}/%C.sock`;
}

function shortFolder(folder: string): string {
	const name = `omp-ssh-${Bun.hash(folder).toString(36)}`;
	const preferred = join(tmpdir(), name);
	return Buffer.byteLength(preferred) <= maxFolderBytes ? preferred : join("/tmp", name);
}
