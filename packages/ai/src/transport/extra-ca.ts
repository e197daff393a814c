import { readFileSync } from "node:fs";

/**
 * The TLS options for a `NODE_EXTRA_CA_CERTS` that holds certificates instead of naming a file; Bun itself reads the
 * file. The usual authorities stay trusted.
 */
export function extraTrust(value: string | undefined): { tls: { ca: string[] } } | undefined {
	if (!value?.includes("-----BEGIN CERTIFICATE-----")) return undefined;
	const { rootCertificates } = process.getBuiltinModule("node:tls");
	return { tls: { ca: [...rootCertificates, ...systemFile(), value.replaceAll("\\n", "\n")] } };
}

function systemFile(): string[] {
	try {
		return [readFileSync("/etc/ssl/certs/ca-certificates.crt", "utf8")];
	} catch {
		// Other systems keep them elsewhere; the built-in list serves there.
		return [];
	}
}
