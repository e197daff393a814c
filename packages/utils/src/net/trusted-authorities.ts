import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

type Env = Readonly<Record<string, string | undefined>>;

/** Where systems keep the authorities that they trust. */
const systemFiles = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"];

/**
 * All authorities together: built in, of the system, and those that `SSL_CERT_FILE`, `SSL_CERT_DIR` and `NODE_EXTRA_CA_CERTS` name. A
 * file that is not there is left out.
 */
export function trustedAuthorities(env: Env): readonly string[] {
	const { rootCertificates, getCACertificates } = process.getBuiltinModule("node:tls");
	const { SSL_CERT_FILE, SSL_CERT_DIR, NODE_EXTRA_CA_CERTS } = env;
	const files = [...systemFiles, SSL_CERT_FILE, ...(SSL_CERT_DIR ?? "").split(":").flatMap(filesIn)];
	const named = [...files.map(readable), certificatesIn(NODE_EXTRA_CA_CERTS)];
	// Of the keychain, on a Mac.
	const system = process.platform === "darwin" ? getCACertificates("system") : [];
	const found = named.flatMap((text) => text?.match(certificate) ?? []);
	return [...new Set([...rootCertificates, ...system, ...found])];
}

const certificate = /-----BEGIN (TRUSTED )?CERTIFICATE-----[^-]+-----END (TRUSTED )?CERTIFICATE-----/g;

/** Certificates themselves, or the name of a file with them. */
function certificatesIn(value: string | undefined): string | undefined {
	return value && hasCertificates(value) ? value.replaceAll("\\n", "\n") : readable(value);
}

export function hasCertificates(value: string): boolean {
	return value.includes("-----BEGIN CERTIFICATE-----");
}

function filesIn(folder: string): string[] {
	if (folder === "") return [];
	try {
		return readdirSync(folder).map((name) => join(folder, name));
	} catch {
		// Not there, or not readable: left out.
		return [];
	}
}

function readable(path: string | undefined): string | undefined {
	if (!path) return undefined;
	try {
		return readFileSync(path, "utf8");
	} catch {
		// Left out: no system has all of them.
		return undefined;
	}
}
