import { expect, test } from "bun:test";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { until } from "@oh-my-pi/pi-testkit/until";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { WebRequest } from "@oh-my-pi/pi-tools/services/web-access";
import { safeFetch } from "./safe-fetch.ts";
import { type FakeNetworkOptions, fakeNetwork } from "./testing/fake-network.ts";

const outside = ["93.184.216.34"];
const names: FakeNetworkOptions["names"] = {
	"a.example": outside,
	"b.example": outside,
	"inside.example": ["10.0.0.7"],
	"both.example": ["93.184.216.34", "192.168.0.9"],
	"mapped.example": ["::ffff:127.0.0.1"],
	"nat64.example": ["64:ff9b::a00:7"],
	"keys.example": ["169.254.169.254"],
	"db.internal": outside,
	localhost: ["127.0.0.1"],
};

const secret = "reached the inside";
const refusal = "is an inside address";

interface Case {
	readonly name: string;
	readonly url: string;
	/** Of a.example; every other host answers with the secret. */
	readonly answer?: (request: Request) => Response | Promise<Response>;
	readonly request?: Partial<WebRequest>;
	readonly names?: FakeNetworkOptions["names"];
	/** What the error says. */
	readonly error: string;
}

/** To the port that was asked, where it says PORT. */
const redirect = (to: string) => (request: Request) => {
	const { port } = new URL(request.url);
	return new Response(null, { status: 302, headers: { location: to.replace("PORT", port) } });
};
const packed = (bytes: Uint8Array, encoding: string) => () =>
	new Response(new Uint8Array(bytes), { headers: { "content-encoding": encoding } });
const bomb = Buffer.alloc(30_000_000);
const twice = gzipSync(gzipSync(bomb));

/** Sends for ever, unless it is stopped. */
function endless(stopped: { isStopped: boolean }): Response {
	return new Response(
		new ReadableStream({
			pull: (controller) => controller.enqueue(new Uint8Array(256 * 1024)),
			cancel() {
				stopped.isStopped = true;
			},
		}),
	);
}

let flips = 0;
const cases: readonly Case[] = [
	// Notations of this machine, of the network, and of metadata services.
	...[
		"http://127.0.0.1:PORT/",
		"http://127.1:PORT/",
		"http://0x7f000001:PORT/",
		"http://0177.0.0.1:PORT/",
		"http://2130706433:PORT/",
		"http://0:PORT/",
		"http://[::1]:PORT/",
		"http://[::ffff:127.0.0.1]:PORT/",
		"http://[::ffff:7f00:1]:PORT/",
		"http://[64:ff9b::7f00:1]:PORT/",
		"http://[2002:7f00:1::]:PORT/",
		"http://localhost:PORT/",
		"http://LOCALHOST.:PORT/",
		"http://x.localhost:PORT/",
		"http://１２７.０.０.１:PORT/",
		"http://10.0.0.7:PORT/",
		"http://inside.example:PORT/",
		"http://both.example:PORT/",
		"http://mapped.example:PORT/",
		"http://nat64.example:PORT/",
		"http://db.internal:PORT/",
		"http://a.example@10.0.0.7:PORT/",
	].map((url) => ({ name: `address ${url}`, url, error: refusal })),
	...["http://169.254.169.254:PORT/latest", "http://[fd00:ec2::254]:PORT/", "http://keys.example:PORT/"].map((url) => ({
		name: `metadata ${url}`,
		url,
		request: { namedByUser: true, loopbackAllowed: true },
		error: "is a metadata address",
	})),
	// Where a redirect leads.
	...[
		["http://127.0.0.1:PORT/", refusal],
		["http://inside.example:PORT/", refusal],
		["//10.0.0.7:PORT/", refusal],
		["http://169.254.169.254/", "is a metadata address"],
		["http://2130706433:PORT/", refusal],
		["file:///etc/passwd", "Redirected to a file: address"],
		["gopher://127.0.0.1:6379/_FLUSHALL", "Redirected to a gopher: address"],
		["data:text/plain,x", "Redirected to a data: address"],
		["javascript:alert(1)", "Redirected to a javascript: address"],
		["http://[broken", "Redirected to something that is not a URL"],
		["/again", "More than 10 redirects"],
	].map(([to = "", error = ""]) => ({
		name: `redirect to ${to}`,
		url: "http://a.example:PORT/",
		answer: redirect(to),
		error,
	})),
	{
		name: "a redirect to an inside host, though the first address was named by the user",
		url: "http://a.example:PORT/",
		answer: redirect("http://127.0.0.1:PORT/"),
		request: { namedByUser: true, loopbackAllowed: true },
		error: refusal,
	},
	{
		name: "a name that leads inside from its second use on",
		url: "http://a.example:PORT/",
		answer: redirect("http://flip.example:PORT/"),
		names: { ...names, "flip.example": () => (flips++ === 0 ? ["10.0.0.7"] : outside) },
		error: refusal,
	},
	// Schemes.
	...[
		"file:///etc/passwd",
		"ftp://a.example/",
		"gopher://a.example/",
		"blob:http://a.example/x",
		"view-source:http://a.example",
	].map((url) => ({ name: `scheme ${url}`, url, error: "only http: and https:" })),
	{ name: "not an address", url: "http://", error: "Not a URL" },
	// Bodies.
	{
		name: "a body that never ends",
		url: "http://a.example:PORT/",
		answer: () => endless({ isStopped: false }),
		request: { maxBytes: 1_000_000 },
		error: "larger than 1000000 bytes",
	},
	...(
		[
			["gzip", gzipSync(bomb)],
			["deflate", deflateSync(bomb)],
			["br", brotliCompressSync(bomb)],
			["gzip, gzip", twice],
		] as const
	).map(([encoding, bytes]) => ({
		name: `a bomb of ${encoding}`,
		url: "http://a.example:PORT/",
		answer: packed(bytes, encoding),
		request: { maxBytes: 2_000_000 },
		error: "larger than 2 MB",
	})),
	{
		name: "a body compressed many times",
		url: "http://a.example:PORT/",
		answer: packed(twice, "gzip, gzip, gzip, gzip"),
		error: "too many times",
	},
	{
		name: "a body that is not what it says",
		url: "http://a.example:PORT/",
		answer: packed(new Uint8Array([1, 2, 3]), "br"),
		error: "not valid br",
	},
	{
		name: "an unknown compression",
		url: "http://a.example:PORT/",
		answer: packed(new Uint8Array([1, 2, 3]), "lzma"),
		error: "not asked for",
	},
	// Time.
	{
		name: "a server that never answers",
		url: "http://a.example:PORT/",
		answer: () => new Promise(() => {}),
		request: { timeoutMs: 100 },
		error: "No answer within 0.1 s",
	},
	{
		name: "a body that stops in the middle",
		url: "http://a.example:PORT/",
		answer: () =>
			new Response(
				new ReadableStream({
					start: (controller) => controller.enqueue(new Uint8Array(10)),
					pull: () => new Promise(() => {}),
				}),
			),
		request: { timeoutMs: 100 },
		error: "No answer within 0.1 s",
	},
	{ name: "a host that nobody knows", url: "http://nobody.example/", error: "Cannot find the host nobody.example" },
	{ name: "a port where nobody listens", url: "http://a.example:1/", error: "Cannot connect to a.example:1" },
];

test.each(cases.map((one) => [one.name, one] as const))("%s does not get through", async (_name, one) => {
	let reached = false;
	using network = fakeNetwork({
		names: one.names ?? names,
		answer: (request, host) => {
			if (host === "a.example" && one.answer) return one.answer(request);
			reached = true;
			return new Response(secret);
		},
	});
	const outcome = await network.fetch(one.url, one.request).then(
		(answer) => `an answer: ${answer.text().slice(0, 100)}`,
		(error: Error) => error.message,
	);
	expect(outcome).toContain(one.error);
	expect(reached).toBe(false);
});

test("there are more than forty of them", () => {
	expect(cases.length).toBeGreaterThan(40);
});

test("ten gigabytes by its own word are not waited for", async () => {
	const head = "HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\nbeginning";
	using server = Bun.listen({
		hostname: "127.0.0.1",
		port: 0,
		socket: { data: (socket) => void socket.write(head) },
	});
	const url = new URL(`http://a.example:${server.port}/`);
	const signal = new AbortController().signal;
	const admit = async () => ({ addresses: ["127.0.0.1"] });
	await expect(safeFetch(url, { toolName: "read", signal }, { admit, env: {} })).rejects.toThrow("larger than 50 MB");
});

test("a server that sends for ever is told to stop", async () => {
	const state = { isStopped: false };
	using network = fakeNetwork({ names, answer: () => endless(state) });
	await expect(network.fetch("http://a.example:PORT/", { maxBytes: 1_000_000 })).rejects.toThrow("larger than");
	await until(() => state.isStopped);
});

const keys = {
	authorization: "Bearer key",
	cookie: "session=1",
	"x-api-key": "key",
	"x-custom": "key",
	accept: "text/html",
};

test.each([
	["another host", "http://b.example:PORT/", 302],
	["another scheme", "https://a.example:PORT/", 301],
	["another port", "http://a.example:1PORT/", 307],
])("keys do not follow to %s", async (_name, to, status) => {
	using network = fakeNetwork({
		names,
		answer: (request) => {
			const { port, pathname } = new URL(request.url);
			if (pathname !== "/start") return new Response("ok");
			return new Response(null, { status, headers: { location: to.replace("1PORT", "1").replace("PORT", port) } });
		},
	});
	await network.fetch("http://a.example:PORT/start", { headers: keys }).catch(() => undefined);
	expect(network.sent).toHaveLength(2);
	const [first, second] = network.sent.map(({ headers }) => headers);
	expect([first?.get("x-api-key"), first?.get("cookie")]).toEqual(["key", "session=1"]);
	expect([...(second?.keys() ?? [])].toSorted()).toEqual(["accept", "accept-encoding"]);
});

test("keys stay on the way within an origin, and what was posted does not go to another", async () => {
	using network = fakeNetwork({
		names,
		answer: (request) => {
			const { pathname, port } = new URL(request.url);
			if (pathname === "/1") return Response.redirect(`http://a.example:${port}/2`, 307);
			if (pathname === "/3") return Response.redirect(`http://b.example:${port}/`, 308);
			return new Response("ok");
		},
	});
	const post = { method: "POST", body: "secret", headers: keys } as const;
	await network.fetch("http://a.example:PORT/1", post);
	expect(network.seen.map(({ method, body, headers }) => [method, body, headers.get("x-api-key")])).toEqual([
		["POST", "secret", "key"],
		["POST", "secret", "key"],
	]);
	await expect(network.fetch("http://a.example:PORT/3", post)).rejects.toThrow("must not get what was sent");
	expect(network.seen.some(({ host }) => host === "b.example")).toBe(false);
});

test("a name and password in an address are sent to that origin only", async () => {
	using network = fakeNetwork({
		names,
		answer: (request, host) =>
			host === "a.example"
				? Response.redirect(`http://x:y@b.example:${new URL(request.url).port}/`, 302)
				: new Response("ok"),
	});
	const answer = await network.fetch("http://me:pa%20ss@a.example:PORT/");
	expect(answer.url).not.toContain("@");
	const given = network.seen.map(({ headers }) => headers.get("authorization"));
	expect(given).toEqual([`Basic ${btoa("me:pa ss")}`, null]);
});

test("answers do not bring cookies", async () => {
	using network = fakeNetwork({ names, answer: () => new Response("ok", { headers: { "set-cookie": "a=1" } }) });
	expect((await network.fetch("http://a.example:PORT/")).headers.get("set-cookie")).toBeNull();
});

test("the connection goes to the address that was checked, whatever the proxy of the environment is", async () => {
	using network = fakeNetwork({ names, answer: () => new Response("ok") });
	// The test environment has a proxy that does not answer, for all but this machine.
	expect(process.env.HTTP_PROXY).toContain(":9");
	expect((await network.fetch("http://a.example:PORT/")).text()).toBe("ok");
	using proxied = fakeNetwork({ names, answer: () => new Response("ok"), env: { HTTP_PROXY: "http://127.0.0.1:1" } });
	await proxied.fetch("http://a.example:PORT/").catch(() => undefined);
	await proxied.fetch("http://localhost:PORT/", { namedByUser: true });
	expect(proxied.sent.map(({ proxy }) => proxy)).toEqual(["http://127.0.0.1:1", false]);
});

requires("openssl")("a certificate counts for the name in the address, and only with a known authority", async () => {
	await using files = await workspace();
	const config = "subjectAltName=DNS:a.example";
	const { exitCode, stderr } = await runCommand(
		[
			"openssl",
			"req",
			"-x509",
			"-newkey",
			"rsa:2048",
			"-nodes",
			"-keyout",
			"k.pem",
			"-out",
			"c.pem",
			"-days",
			"2",
			"-subj",
			"/CN=x",
			"-addext",
			config,
		],
		{ cwd: files.path },
	);
	expect([exitCode, exitCode === 0 ? "" : stderr]).toEqual([0, ""]);
	const [key, cert] = await Promise.all([files.read("k.pem"), files.read("c.pem")]);
	using network = fakeNetwork({
		names,
		answer: () => new Response("encrypted"),
		tls: { key, cert },
		env: { NODE_EXTRA_CA_CERTS: cert },
	});
	expect((await network.fetch("https://a.example:PORT/")).text()).toBe("encrypted");
	await expect(network.fetch("https://b.example:PORT/")).rejects.toThrow(
		`The certificate of b.example:${network.port} is not valid`,
	);
	using unknown = fakeNetwork({ names, answer: () => new Response("encrypted"), tls: { key, cert } });
	await expect(unknown.fetch("https://a.example:PORT/")).rejects.toThrow("is not valid (DEPTH_ZERO_SELF_SIGNED_CERT)");
});
