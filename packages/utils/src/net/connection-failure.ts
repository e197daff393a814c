import { certificateProblem } from "./certificate-problem.ts";

/** Why a connection failed, in words for a user; the runtime's texts are advice for programmers. */
const reasons: Readonly<Record<string, string>> = {
	ECONNREFUSED: "connection refused",
	ConnectionRefused: "connection refused",
	ECONNRESET: "the server closed the connection",
	ConnectionClosed: "the server closed the connection",
	EPIPE: "the server closed the connection",
	ENOTFOUND: "no such host, or no network",
	EAI_AGAIN: "no such host, or no network",
	DNSException: "no such host, or no network",
	ENETUNREACH: "no network",
	ENETDOWN: "no network",
	EHOSTUNREACH: "no route to the host",
	ETIMEDOUT: "timed out",
	ConnectTimeout: "timed out",
	Malformed_HTTP_Response: "the answer is not valid HTTP",
};

/** No connection was made. */
export function isUnreachable(error: unknown): boolean {
	const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
	return unreachable.has(code);
}

const unreachable = new Set([
	"ECONNREFUSED",
	"ConnectionRefused",
	"FailedToOpenSocket",
	"ENOTFOUND",
	"EAI_AGAIN",
	"DNSException",
	"ENETUNREACH",
	"ENETDOWN",
	"EHOSTUNREACH",
	"ETIMEDOUT",
	"ConnectTimeout",
]);

export function connectionFailure(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
	const untrusted = certificateProblem(error);
	if (untrusted) return `its certificate ${untrusted.text}`;
	const known = code === undefined ? undefined : reasons[code];
	return known ?? error.message.replace(/\s*(For more information, pass `verbose|Is the computer able to).*$/s, "");
}
