import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { FleetError } from "../contract/fleet-error.ts";

/** What the server or the connection to it reports, in words that say where and what to do. */
export function asFleetError(error: unknown, location: string, secrets: readonly string[] = []): FleetError {
	if (error instanceof FleetError) return error;
	const why = withoutSecrets(errorMessage(error) || errorCode(error), secrets);
	// The cause may hold the connection string; its words are in the message.
	const fail = (kind: FleetError["kind"], text: string) => new FleetError(kind, `${location} ${text}`);
	const code = errorCode(error);
	if (isTransient(error)) return fail("unreachable", `does not answer (${why}). Check the server and the network.`);
	if (code === "25006") return fail("full", "is read-only. Give the URL of the server that takes writes.");
	if (/^(53100|58030|54)/.test(code)) return fail("full", `cannot store it (${why}). Make room on its disk.`);
	if (/^(28|3D000)/.test(code))
		return fail("invalid", `refuses the login (${why}). Check user and database in the URL.`);
	if (code === "42501")
		return fail("invalid", `does not allow it (${why}). The user must be able to make schemas and tables.`);
	if (/^(42P01|42703|42883|3F000)/.test(code) || /requires migrations|not installed/.test(why)) {
		return fail("schema", `has other tables than this omp expects (${why}). Use the same omp everywhere.`);
	}
	return fail("invalid", `cannot be used: ${why}`);
}

/** Whether the same again may succeed: the server restarts, the connection broke, others were in the way. */
export function isTransient(error: unknown): boolean {
	const code = errorCode(error);
	if (/^(08|57P0[123]|57014|53300|53400|40001|40P01|55P03|25P03)/.test(code)) return true;
	if (/^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOENT)/.test(code)) return true;
	const message = error instanceof Error ? error.message : "";
	return /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable/i.test(
		message,
	);
}

function errorCode(error: unknown): string {
	return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
	return secrets.reduce((rest, secret) => (secret === "" ? rest : rest.replaceAll(secret, "…")), text);
}
