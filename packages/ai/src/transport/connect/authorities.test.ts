import { expect } from "bun:test";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { verificationName } from "@oh-my-pi/pi-testkit/verifies";
import { type Workspace, workspace } from "@oh-my-pi/pi-testkit/workspace";
import { trustingFetch } from "@oh-my-pi/pi-utils/net/trusting-fetch";
import { post } from "../post.ts";

const openssl = requires("openssl");
const verifies = (id: string, run: () => Promise<void>) => openssl(verificationName(id), run);

/** An unknown certificate authority, with a server and a client certificate. */
async function authority(files: Workspace) {
	const run = async (...args: string[]) => {
		const { exitCode, stderr } = await runCommand(["openssl", ...args], { cwd: files.path });
		if (exitCode !== 0) throw new Error(stderr);
	};
	const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
	await run(
		"req",
		"-x509",
		...newKey,
		"-keyout",
		"ca.key",
		"-out",
		"ca.pem",
		"-days",
		"2",
		"-subj",
		"/CN=Test authority",
	);
	await files.write("names.ext", "subjectAltName=DNS:localhost,IP:127.0.0.1\n");
	for (const name of ["server", "client"]) {
		await run("req", ...newKey, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", `/CN=${name}`);
		const signing = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "names.ext", "-days", "2"];
		await run("x509", "-req", "-in", `${name}.csr`, ...signing, "-out", `${name}.pem`);
	}
}

verifies("ai-streaming:http:extra-ca", async () => {
	await using files = await workspace();
	await authority(files);
	const [ca, cert, key] = await Promise.all(["ca.pem", "server.pem", "server.key"].map((name) => files.read(name)));
	using server = Bun.serve({ port: 0, tls: { cert, key }, fetch: () => new Response("hello") });
	const ask = async (extra: string | undefined) => {
		const request = { url: `https://localhost:${server.port}/`, headers: {}, body: {} };
		const env = { NODE_EXTRA_CA_CERTS: extra };
		const options = { signal: new AbortController().signal, now: () => 0, provider: "acme", env };
		const { response } = await post(request, "{}", { ...options, fetch: trustingFetch(fetch, env) });
		return response.text();
	};
	const refusal = `The certificate of localhost:${server.port} was issued by an authority that is not trusted here`;
	await expect(ask(undefined)).rejects.toThrow(refusal);
	await expect(ask(files.file("absent.pem"))).rejects.toThrow(refusal);
	expect(await ask(ca)).toBe("hello");
	expect(await ask(ca?.replaceAll("\n", "\\n"))).toBe("hello");
	expect(await ask(files.file("ca.pem"))).toBe("hello");
});

openssl("a host that asks who is calling is shown the client's certificate", async () => {
	await using files = await workspace();
	await authority(files);
	const names = ["ca.pem", "server.pem", "server.key", "client.pem", "client.key"];
	const [ca = "", cert, key, clientCert = "", clientKey = ""] = await Promise.all(
		names.map((name) => files.read(name)),
	);
	const tls = { cert, key, ca, requestCert: true, rejectUnauthorized: true };
	using server = Bun.serve({ port: 0, tls, fetch: () => new Response("hello") });
	const ask = async (shown?: { cert: string; key: string }) => {
		const request = { url: `https://localhost:${server.port}/`, headers: {}, body: {}, tls: shown };
		const env = { NODE_EXTRA_CA_CERTS: ca };
		const options = { signal: new AbortController().signal, now: () => 0, provider: "acme", env };
		const { response } = await post(request, "{}", { ...options, fetch: trustingFetch(fetch, env) });
		return response.text();
	};
	await expect(ask()).rejects.toThrow();
	expect(await ask({ cert: clientCert, key: clientKey })).toBe("hello");
});
