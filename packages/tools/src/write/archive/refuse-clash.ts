import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";

/** An archive can hold a file and a folder of one name, but nobody could unpack it. */
export function refuseClash(members: ReadonlyArray<{ path: string; isFolder: boolean }>, wanted: string): void {
	for (const { path, isFolder } of members) {
		if (path.startsWith(`${wanted}/`) || (isFolder && path === wanted)) {
			throw new ToolError("Archive write path must target a file, not a directory");
		}
		if (!isFolder && path !== "" && wanted.startsWith(`${path}/`)) {
			throw new ToolError(`Archive member '${path}' is a file, so nothing can be put into it`);
		}
	}
}
