/** Why the certificate of a server does not count. Nothing has been sent to it. */
export interface CertificateProblem {
	/** Completes "The certificate of example.com …". */
	readonly text: string;
	/** Only the authority is missing: it may be among those that the runtime has not loaded. */
	readonly isUnknownAuthority: boolean;
}

const unknownAuthority = "was issued by an authority that is not trusted here";

/** By the code of the runtime's error. */
const texts: Readonly<Record<string, string>> = {
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
	UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
	SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
	CERT_UNTRUSTED: unknownAuthority,
	INVALID_CA: unknownAuthority,
	DEPTH_ZERO_SELF_SIGNED_CERT: "is signed by itself",
	CERT_HAS_EXPIRED: "has expired",
	CERT_NOT_YET_VALID: "is not valid yet",
	CERT_REVOKED: "was revoked",
	CERT_REJECTED: "was rejected",
	CERT_SIGNATURE_FAILURE: "has a wrong signature",
	CERT_CHAIN_TOO_LONG: "has too long a chain of authorities",
	INVALID_PURPOSE: "is not for a server",
	HOSTNAME_MISMATCH: "is for other names",
	ERR_TLS_CERT_ALTNAME_INVALID: "is for other names",
};

export function certificateProblem(error: unknown): CertificateProblem | undefined {
	const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
	const text = texts[code];
	if (text === undefined) return undefined;
	const isUnknownAuthority = text === unknownAuthority || code === "DEPTH_ZERO_SELF_SIGNED_CERT";
	return { text: `${text} (${code})`, isUnknownAuthority };
}

/** In one sentence, with what helps. */
export function certificateMessage(host: string, { text, isUnknownAuthority }: CertificateProblem): string {
	const step = isUnknownAuthority ? ". If you trust it, name the authority's file in NODE_EXTRA_CA_CERTS" : "";
	return `The certificate of ${host} ${text}, so nothing was sent${step}`;
}
