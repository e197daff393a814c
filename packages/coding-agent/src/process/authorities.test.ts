import { expect, test } from "bun:test";
import { authorityVariables } from "./authorities.ts";

const exists = (path: string) => path !== "/absent.pem";

test("with both variables set, the runtime is told where the system keeps its authorities", () => {
	expect(authorityVariables({ SSL_CERT_FILE: "/a.pem", SSL_CERT_DIR: "/b" }, exists)).toEqual({
		SSL_CERT_FILE: "/a.pem",
		SSL_CERT_DIR: "/b:/etc/ssl/certs:/etc/pki/tls/certs",
		NODE_EXTRA_CA_CERTS: "",
	});
	expect(authorityVariables({ SSL_CERT_DIR: "/b" }, exists)).toMatchObject({ SSL_CERT_DIR: "/b" });
});

test("the runtime hears nothing of a file that is missing, or of certificates in a variable", () => {
	for (const value of ["/absent.pem", "-----BEGIN CERTIFICATE-----"]) {
		const absent = (path: string) => exists(path) && !path.startsWith("-");
		expect(authorityVariables({ NODE_EXTRA_CA_CERTS: value }, absent)).toMatchObject({ NODE_EXTRA_CA_CERTS: "" });
	}
	expect(authorityVariables({ NODE_EXTRA_CA_CERTS: "/c.pem" }, exists)).toMatchObject({
		NODE_EXTRA_CA_CERTS: "/c.pem",
	});
});
