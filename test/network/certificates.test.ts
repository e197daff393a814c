import { expect, setDefaultTimeout } from "bun:test";
import { requiresNamespaces } from "@oh-my-pi/pi-testkit/network/real-addresses";
import { verifies, type World, world } from "./world.ts";

setDefaultTimeout(300_000);
const onRealAddresses = requiresNamespaces();
const open = world(({ url }) => [
	{ name: "system.example", server: url },
	{ name: "company.example", server: url, certificate: "company" },
	{ name: "expired.example", server: url, certificate: "expired" },
	{ name: "wrong.example", server: url, certificate: "other-name" },
]);

/** Which of the two authorities are trusted with these variables. */
async function trusted({ say }: World, env: Readonly<Record<string, string>>): Promise<string[]> {
	const found: string[] = [];
	for (const name of ["system", "company"]) {
		const { stdout, stderr } = await say({ baseUrl: `https://${name}.example`, env });
		if (stdout === "It works.\n" && stderr === "") found.push(name);
	}
	return found;
}

verifies("ai-streaming:http:authorities-together", async () => {
	const shared = await open();
	const { company, files } = shared.net;
	const pem = await Bun.file(company.path).text();
	await files.write("folder/company.crt", pem);
	const folder = files.file("folder");
	const both = ["system", "company"];
	expect(await trusted(shared, {})).toEqual(["system"]);
	expect(await trusted(shared, { SSL_CERT_FILE: company.path })).toEqual(both);
	expect(await trusted(shared, { SSL_CERT_DIR: folder })).toEqual(both);
	expect(await trusted(shared, { NODE_EXTRA_CA_CERTS: company.path })).toEqual(both);
	expect(await trusted(shared, { NODE_EXTRA_CA_CERTS: pem })).toEqual(both);
	expect(await trusted(shared, { SSL_CERT_FILE: company.path, SSL_CERT_DIR: "/absent" })).toEqual(both);
	expect(await trusted(shared, { SSL_CERT_FILE: "/absent.pem", SSL_CERT_DIR: folder })).toEqual(both);

	const absent = {
		SSL_CERT_FILE: "/absent.pem",
		SSL_CERT_DIR: "/absent",
		NODE_EXTRA_CA_CERTS: "/absent.pem",
	};
	for (const [name, value] of Object.entries(absent)) {
		expect([name, await trusted(shared, { [name]: value })]).toEqual([name, ["system"]]);
	}
	expect(await trusted(shared, absent)).toEqual(["system"]);
	expect(await trusted(shared, { ...absent, NODE_EXTRA_CA_CERTS: shared.net.company.path })).toEqual([
		"system",
		"company",
	]);
});

onRealAddresses("the user's .env may name authorities", async () => {
	const { net, home } = await open();
	for (const name of ["SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS"]) {
		const folder = await home("https://company.example");
		await Bun.write(`${folder}/.env`, `${name}=${net.company.path}\n`);
		const { stdout } = await net.omp(["-p", "hi"], { home: folder, env: { ACME_KEY: "acme-secret-key" } });
		expect([name, stdout]).toEqual([name, "It works.\n"]);
	}
});

const refusals = {
	company:
		"was issued by an authority that is not trusted here (UNABLE_TO_VERIFY_LEAF_SIGNATURE), so nothing was sent. If you trust it, name the authority's file in NODE_EXTRA_CA_CERTS",
	expired: "has expired (CERT_HAS_EXPIRED), so nothing was sent",
	wrong: "is for other names (ERR_TLS_CERT_ALTNAME_INVALID), so nothing was sent",
};

for (const [name, problem] of Object.entries(refusals)) {
	onRealAddresses(`a certificate that counts for nothing is named in one line, at once: ${name}`, async () => {
		const { net, model } = await open();
		const count = model.requests.length;
		const folder = `retries/${name}`;
		await net.files.write(
			`${folder}/.omp/agent/models.yml`,
			`providers: { acme: { baseUrl: "https://${name}.example", apiKey: k, api: anthropic-messages, models: [{ id: a }] } }\n`,
		);
		// With retries, which cannot help.
		const { stderr, exitCode } = await net.omp(["-p", "hi"], { home: net.files.file(folder) });
		expect([stderr.replace(/^Approvals.*\n/, ""), exitCode]).toEqual([
			`The certificate of ${name}.example ${problem}\n`,
			1,
		]);
		expect(model.requests.length).toBe(count);
	});
}
