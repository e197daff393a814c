import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { FleetError } from "../contract/fleet-error.ts";

/** What the server answers for good, as S3 names it. */
const finalCodes = new Set([
	"AccessDenied",
	"AccountProblem",
	"AllAccessDisabled",
	"AuthorizationHeaderMalformed",
	"EntityTooLarge",
	"ExpiredToken",
	"InvalidAccessKeyId",
	"InvalidBucketName",
	"InvalidToken",
	"MethodNotAllowed",
	"NoSuchBucket",
	"NoSuchKey",
	"PermanentRedirect",
	"QuotaExceeded",
	"RequestTimeTooSkewed",
	"SignatureDoesNotMatch",
	"XMinioStorageFull",
]);

/** Whether the same again may succeed. Answers without a name are those of proxies and of servers in trouble. */
export function isTransient(error: unknown): boolean {
	if (error instanceof FleetError) return error.kind === "store-damaged";
	return !finalCodes.has(errorCode(error));
}

export function asFleetError(error: unknown, location: string): FleetError {
	if (error instanceof FleetError) return error;
	const code = errorCode(error);
	const why = code && code !== "UnknownError" ? `${code}: ${errorMessage(error)}` : errorMessage(error).slice(0, 200);
	const fail = (kind: FleetError["kind"], text: string) =>
		new FleetError(kind, `${location} ${text}`, { cause: error });
	if (code === "NoSuchKey") return fail("store-damaged", "does not have the object; it was removed or never stored.");
	if (code === "NoSuchBucket" || code === "InvalidBucketName")
		return fail("invalid", `is no bucket (${why}). Make it.`);
	if (code === "EntityTooLarge") return fail("too-large", `takes no object of that size (${why}).`);
	if (code === "QuotaExceeded" || code === "XMinioStorageFull") return fail("full", `is full (${why}). Make room.`);
	if (finalCodes.has(code)) return fail("invalid", `refuses it (${why}). Check the keys, the region and their rights.`);
	return fail("unreachable", `does not answer (${why}). Check the endpoint and the network.`);
}

function errorCode(error: unknown): string {
	return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
