import { afterAll, expect, setDefaultTimeout } from "bun:test";
import { requiresNamespaces } from "@oh-my-pi/pi-testkit/network/real-addresses";
import { world } from "./world.ts";

setDefaultTimeout(300_000);
const onRealAddresses = requiresNamespaces();

/** Passes requests on without their first path segment, as a gateway does, or redirects them. */
const gateway = (model: string) =>
	Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		fetch(request) {
			const { pathname, search } = new URL(request.url);
			const [, to = ""] = /^\/to\/([^/]+)\//.exec(pathname) ?? [];
			if (to) return new Response(null, { status: 307, headers: { location: `https://${to}/v1/messages` } });
			return fetch(model + pathname.replace(/^\/(team|a%20b)/, "") + search, request);
		},
	});
let serving: ReturnType<typeof gateway> | undefined;
afterAll(() => serving?.stop(true));

const open = world(({ url }) => {
	serving = gateway(url);
	return [
		{ name: "model.example", server: url },
		{ name: "xn--bcher-kva.example", server: url },
		{ name: "gateway.example", server: `http://127.0.0.1:${serving.port}` },
		{ name: "elsewhere.example", server: url },
		{ name: "closed.example" },
	];
});

onRealAddresses(
	"an address may have a path, slashes at its end, capitals, another script or an IP address",
	async () => {
		const { net, model, say } = await open();
		const { ipv4, ipv6 } = net.addressOf("model.example");
		const addresses = {
			"http://model.example/": ["model.example", "/v1/messages"],
			"https://model.example:443": ["model.example", "/v1/messages"],
			"HTTP://MODEL.Example": ["model.example", "/v1/messages"],
			"https://bücher.example": ["xn--bcher-kva.example", "/v1/messages"],
			"https://xn--bcher-kva.example": ["xn--bcher-kva.example", "/v1/messages"],
			[`http://${ipv4}`]: [ipv4, "/v1/messages"],
			[`https://${ipv4}`]: [ipv4, "/v1/messages"],
			[`http://[${ipv6}]`]: [`[${ipv6}]`, "/v1/messages"],
			[`https://[${ipv6}]/`]: [`[${ipv6}]`, "/v1/messages"],
		};
		const seen: Record<string, unknown> = {};
		for (const baseUrl of Object.keys(addresses)) {
			const { stdout, stderr } = await say({ baseUrl });
			const { headers, path } = model.exchanges.at(-1) ?? {};
			seen[baseUrl] = stdout === "It works.\n" ? [headers?.host, path] : stderr;
		}
		expect(seen).toEqual(addresses);
		for (const baseUrl of [
			"http://gateway.example/team",
			"https://gateway.example/team/",
			"https://gateway.example/a%20b///",
		]) {
			expect(await say({ baseUrl })).toMatchObject({ stdout: "It works.\n", exitCode: 0 });
		}
	},
);

onRealAddresses("a user and password in an address are sent as Basic and never shown", async () => {
	const { net, model, say, home } = await open();
	const secret = "s3cret-pässword";
	const login = `Basic ${Buffer.from(`ann@team:${secret}`).toString("base64")}`;
	const userinfo = `ann%40team:${encodeURIComponent(secret)}`;
	expect(await say({ baseUrl: `https://${userinfo}@model.example` })).toMatchObject({ stdout: "It works.\n" });
	expect(model.exchanges.at(-1)?.headers.authorization).toBe(login);
	for (const host of ["closed.example", "nobody.example", "gateway.example/to/elsewhere.example"]) {
		const { stdout, stderr, exitCode } = await say({ baseUrl: `https://${userinfo}@${host}` });
		expect([stdout, exitCode, stderr.includes(host.split("/")[0] ?? "")]).toEqual(["", 1, true]);
		expect(stderr).not.toMatch(/s3cret|ann@|ann%40/);
	}
	const folder = await home(`https://${userinfo}@model.example`);
	for (const args of [["models"], ["models", "--json"], ["doctor"]]) {
		const { stdout, stderr } = await net.omp(args, { home: folder });
		expect(stdout + stderr).not.toMatch(/s3cret/);
	}
});

onRealAddresses("a redirect to another origin gets nothing, and the line names where it leads", async () => {
	const { model, say } = await open();
	const count = model.requests.length;
	const { stderr, exitCode } = await say({ baseUrl: "https://gateway.example/to/elsewhere.example" });
	expect([exitCode, model.requests.length]).toEqual([1, count]);
	expect(stderr).toMatch(/^gateway\.example redirects to elsewhere\.example \(307\)\. .*\n$/);
});

const noAddresses = [
	"ftp://model.example",
	"model.example",
	"https://",
	"https:///v1",
	"https:model.example",
	"http://model.example:99999",
	"http://ann:s3cret@",
	"file:///etc/passwd",
];

onRealAddresses("what is no http or https URL is named before a request, with models.yml", async () => {
	const { model, say } = await open();
	const count = model.requests.length;
	for (const baseUrl of noAddresses) {
		const inFile = await say({ baseUrl: JSON.stringify(baseUrl) });
		expect([baseUrl, inFile.exitCode, inFile.stderr]).toEqual([baseUrl, 1, expect.stringMatching(/models\.yml/)]);
		expect(inFile.stderr).toMatch(/baseUrl:? must be an http or https URL with a host/);
		const env = { ANTHROPIC_API_KEY: "sk-ant-0123456789", ANTHROPIC_BASE_URL: baseUrl };
		const inVariable = await say({ env, args: ["-p", "hi", "--model", "anthropic/claude-sonnet-4-5"] });
		expect([baseUrl, inVariable.exitCode]).toEqual([baseUrl, 1]);
		expect(inVariable.stderr).toMatch(
			/^The baseUrl of anthropic must be an http or https URL with a host.*models\.yml.*\n$/,
		);
		expect(inFile.stderr + inVariable.stderr).not.toContain("s3cret");
	}
	expect(model.requests.length).toBe(count);
});
