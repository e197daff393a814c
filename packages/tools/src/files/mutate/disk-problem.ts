import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";

const reasons: Readonly<Record<string, string>> = {
	EACCES: "permission denied",
	EPERM: "permission denied",
	EROFS: "the file system is read-only",
	ENOSPC: "no space is left on the disk",
	EDQUOT: "the disk quota is used up",
	EFBIG: "it would be too large",
	ENAMETOOLONG: "its name is too long",
	ELOOP: "it leads through too many symbolic links",
	EEXIST: "a part of its path is a file",
	ENOTDIR: "a part of its path is a file",
	ENOENT: "its folder takes no such file",
	ERR_INVALID_ARG_VALUE: "its name holds a NUL",
};

/** What the system said, by the name the caller knows and without the names we work with; other errors as they are. */
export function diskProblem(error: unknown, shownPath: string): unknown {
	if (error instanceof ToolError || !(error instanceof Error)) return error;
	const reason = reasons["code" in error ? String(error.code) : ""];
	if (reason === undefined) return error;
	return new ToolError(`Cannot write ${shownPath}: ${reason}; nothing was written.`, { cause: error });
}
