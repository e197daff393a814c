import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { SessionError, type SessionErrorKind } from "../session-error.ts";

/** Names the file and the reason; the system's error is the cause. */
export function writeError(error: unknown, path: string): SessionError {
	if (error instanceof SessionError) return error;
	const kind = classifyCode((error as NodeJS.ErrnoException).code);
	return new SessionError(kind, `Cannot write the session file ${path}: ${reasons[kind] ?? errorMessage(error)}`, {
		cause: error,
	});
}

const reasons: Partial<Record<SessionErrorKind, string>> = {
	"disk-full": "the disk is full",
	"read-only": "writing there is not permitted",
};

function classifyCode(code: string | undefined): SessionErrorKind {
	switch (code) {
		case "ENOSPC":
		case "EDQUOT":
		case "EFBIG":
			return "disk-full";
		case "EACCES":
		case "EPERM":
		case "EROFS":
			return "read-only";
		default:
			return "write-failed";
	}
}
