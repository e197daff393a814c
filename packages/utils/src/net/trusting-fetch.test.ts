import { expect, test } from "bun:test";
import { trustingFetch } from "./trusting-fetch.ts";

type Sent = RequestInit & { tls?: { ca?: unknown[]; serverName?: string } };

/** Knows no authority but what a request brings. */
function strictFetch() {
	const sent: Sent[] = [];
	const fetch = async (_url: string, init: Sent) => {
		sent.push(init);
		if (init.tls?.ca) return new Response("ok");
		throw Object.assign(new Error("unknown"), { code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" });
	};
	return { sent, fetch };
}

test("authorities are read only when a certificate is unknown, and then for all requests", async () => {
	const { sent, fetch } = strictFetch();
	const send = trustingFetch(fetch, {});
	await send("https://a.example", { tls: { serverName: "b" } } as Sent);
	await send("https://a.example", {});
	expect(sent.map(({ tls }) => [tls?.ca !== undefined, tls?.serverName])).toEqual([
		[false, "b"],
		[true, "b"],
		[true, undefined],
	]);
});

test("other failures, plain connections and bodies that cannot be sent again are left alone", async () => {
	let count = 0;
	const fails = async () => {
		count++;
		throw Object.assign(new Error("late"), { code: "CERT_HAS_EXPIRED" });
	};
	await expect(trustingFetch(fails, {})("https://a.example", {})).rejects.toThrow("late");
	expect(count).toBe(1);
	const { sent, fetch } = strictFetch();
	await expect(trustingFetch(fetch, {})("http://a.example", {})).rejects.toThrow("unknown");
	const body = new ReadableStream();
	await expect(trustingFetch(fetch, {})("https://a.example", { body })).rejects.toThrow("unknown");
	expect(sent).toHaveLength(2);
});

test("certificates in the variable itself are used from the beginning", async () => {
	const { sent, fetch } = strictFetch();
	const pem = "-----BEGIN CERTIFICATE-----\\nAAAA\\n-----END CERTIFICATE-----";
	await trustingFetch(fetch, { NODE_EXTRA_CA_CERTS: pem })("https://a.example", {});
	expect(sent[0]?.tls?.ca?.at(-1)).toBe(pem.replaceAll("\\n", "\n"));
	expect(sent).toHaveLength(1);
});
