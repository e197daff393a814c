import type { FolderOpener } from "./folder-entry.ts";
import { linuxOpener } from "./open-linux-folder.ts";
import { openPlainFolder } from "./open-plain-folder.ts";

/** The fastest way to list many folders on this system. */
export function folderOpener(): FolderOpener {
	return linuxOpener() ?? openPlainFolder;
}
