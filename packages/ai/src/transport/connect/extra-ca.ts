import { readFileSync } from "node:fs";

/** TLS options for `NODE_EXTRA_CA_CERTS`, which has certificates or a file name. Default authorities stay trusted. */
export function extraTrust(value: string | undefined): { ca: string[] } | undefined {
	if (!value) return undefined;
	const known = trusted.get(value);
	if (known) return known;
	const extra = value.includes("-----BEGIN CERTIFICATE-----") ? value.replaceAll("\\n", "\n") : readable(value);
	if (extra === undefined) return undefined;
	const { rootCertificates } = process.getBuiltinModule("node:tls");
	const system = readable("/etc/ssl/certs/ca-certificates.crt");
	const trust = { ca: [...rootCertificates, ...(system === undefined ? [] : [system]), extra] };
	trusted.set(value, trust);
	return trust;
}

/** Cache, because joining hundreds of certificates for each request is slow. */
const trusted = new Map<string, { ca: string[] }>();

function readable(path: string): string | undefined {
	try {
		return readFileSync(path, "utf8");
	} catch {
		// Not every system has the file; default trust applies.
		return undefined;
	}
}
