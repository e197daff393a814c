import { afterAll, expect, setDefaultTimeout } from "bun:test";
import { requiresNamespaces } from "@oh-my-pi/pi-testkit/network/real-addresses";
import { type ConnectProxy, connectProxy } from "./connect-proxy.ts";
import { world } from "./world.ts";

setDefaultTimeout(300_000);
const onRealAddresses = requiresNamespaces();

const secret = "s3cret:p@ss";
const login = `Basic ${Buffer.from(`ann:${secret}`).toString("base64")}`;
let openProxy: ConnectProxy;
let lockedProxy: ConnectProxy;
const open = world(async ({ url }) => {
	const portFor = (name: string, port: number) => ports?.(name, port);
	openProxy = await connectProxy(portFor);
	lockedProxy = await connectProxy(portFor, login);
	return [
		{ name: "model.example", server: url },
		{ name: "proxy.example", server: openProxy.url, ports: { 3128: openProxy.url, 3129: lockedProxy.url } },
		{ name: "closed.example" },
	];
});
let ports: ((name: string, port: number) => number | undefined) | undefined;
afterAll(async () => {
	await openProxy?.[Symbol.asyncDispose]();
	await lockedProxy?.[Symbol.asyncDispose]();
});

async function opened() {
	const shared = await open();
	ports = shared.net.portFor;
	openProxy.passed.length = 0;
	lockedProxy.passed.length = 0;
	return shared;
}

const https = "https://model.example";
const http = "http://model.example";
const connected = ["CONNECT model.example:443"];
const works = { stdout: "It works.\n", stderr: "", exitCode: 0 };

onRealAddresses("requests go through the proxy, with and without a scheme and a port", async () => {
	const { say } = await opened();
	const proxies = ["http://proxy.example:3128", "proxy.example:3128", "http://proxy.example", "HTTP://PROXY.example/"];
	const names = ["https_proxy", "ALL_PROXY", "PI_PROXY", "PI_PROXY_ACME", "HTTP_PROXY"];
	const settings = [
		...proxies.map((proxy) => ["HTTPS_PROXY", proxy] as const),
		...names.map((name) => [name, "proxy.example:3128"] as const),
	];
	for (const [name, proxy] of settings) {
		openProxy.passed.length = 0;
		expect([name, proxy, await say({ baseUrl: https, env: { [name]: proxy } })]).toEqual([name, proxy, works]);
		expect(openProxy.passed).toEqual(connected);
	}
	openProxy.passed.length = 0;
	expect(await say({ baseUrl: http, env: { HTTP_PROXY: "proxy.example:3128" } })).toEqual(works);
	expect(openProxy.passed).toEqual(["POST http://model.example/v1/messages"]);
});

onRealAddresses("NO_PROXY leaves hosts out", async () => {
	const { say } = await opened();
	for (const exception of ["model.example", ".example", "*.example", "example", "*", "other, MODEL.example:443"]) {
		const env = { HTTPS_PROXY: "proxy.example:3128", NO_PROXY: exception };
		expect([exception, await say({ baseUrl: https, env })]).toEqual([exception, works]);
		expect(openProxy.passed).toEqual([]);
	}
});

onRealAddresses("the password of a proxy is sent as Basic, decoded, and never shown", async () => {
	const { say } = await opened();
	const userinfo = `ann:${encodeURIComponent(secret)}`;
	for (const proxy of [`http://${userinfo}@proxy.example:3129`, `${userinfo}@proxy.example:3129`]) {
		for (const baseUrl of [https, http]) {
			lockedProxy.logins.length = 0;
			const env = { HTTPS_PROXY: proxy, HTTP_PROXY: proxy };
			expect([proxy, baseUrl, await say({ baseUrl, env })]).toEqual([proxy, baseUrl, works]);
			expect(lockedProxy.logins).toEqual([login]);
		}
	}
	const wrong = await say({ baseUrl: https, env: { HTTPS_PROXY: "http://ann:wr0ng-s3cret@proxy.example:3129" } });
	expect(wrong.exitCode).toBe(1);
	expect(wrong.stderr).toMatch(/^.*proxy\.example:3129.*\n$/);
	expect(wrong.stderr).not.toMatch(/s3cret|ann/);
});

const unreachable = {
	"dead.test:3128": "Could not reach the proxy dead.test:3128: no such host, or no network",
	"http://closed.example:3128": "Could not reach the proxy closed.example:3128: connection refused",
	"http://ann:s3cret@closed.example:3128": "Could not reach the proxy closed.example:3128: connection refused",
	"socks5://ann:s3cret@proxy.example:1080":
		'The proxy "socks5://proxy.example:1080" is no http or https URL; correct HTTPS_PROXY, HTTP_PROXY, ALL_PROXY or PI_PROXY',
	"http://proxy.example:99999":
		'The proxy "http://proxy.example:99999" is no http or https URL; correct HTTPS_PROXY, HTTP_PROXY, ALL_PROXY or PI_PROXY',
};

for (const [proxy, line] of Object.entries(unreachable)) {
	onRealAddresses(`a proxy that is of no use is named in one line: ${proxy}`, async () => {
		const { say } = await opened();
		for (const name of ["HTTPS_PROXY", "ALL_PROXY", "PI_PROXY"]) {
			const { stderr, exitCode } = await say({ baseUrl: https, env: { [name]: proxy } });
			expect([name, exitCode, stderr.startsWith(line), stderr.split("\n").length]).toEqual([name, 1, true, 2]);
			expect(stderr).not.toContain("s3cret");
		}
	});
}
