import { expect, test } from "bun:test";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { UrlPolicy } from "./url-policy.ts";

const addresses: Readonly<Record<string, readonly string[]>> = {
	"mcp.example": ["93.184.216.34"],
	"login.example": ["93.184.216.35", "2606:2800:220:1::1"],
	"inside.example": ["93.184.216.36", "10.1.2.3"],
	"mapped.example": ["::ffff:127.0.0.1"],
	"metadata.example": ["169.254.169.254"],
	"mcp.corp": ["10.0.0.7"],
	"login.corp": ["10.0.0.8"],
};
const lookup = async (host: string) => addresses[host] ?? [];

async function refusal(serverUrl: string, address: string): Promise<string | undefined> {
	try {
		await new UrlPolicy(serverUrl, lookup).check(address);
		return undefined;
	} catch (error) {
		return errorMessage(error);
	}
}

test("a server outside cannot send omp to addresses inside, however they are written", async () => {
	const outside = "https://mcp.example/mcp";
	expect(await refusal(outside, "https://login.example/authorize")).toBeUndefined();
	const inside = [
		"https://localhost/x",
		"https://sub.localhost/x",
		"https://127.0.0.1/x",
		"https://127.1/x",
		"https://0x7f000001/x",
		"https://2130706433/x",
		"https://0.0.0.0/x",
		"https://[::1]/x",
		"https://[::]/x",
		"https://[::ffff:7f00:1]/x",
		"https://10.0.0.1/x",
		"https://172.20.0.1/x",
		"https://192.168.1.1/x",
		"https://100.64.0.1/x",
		"https://169.254.169.254/latest/meta-data",
		"https://[fd00:ec2::254]/x",
		"https://[fe80::1]/x",
		"https://[fc00::1]/x",
		"https://inside.example/x",
		"https://mapped.example/x",
		"https://metadata.example/x",
		"http://127.0.0.1/x",
	];
	for (const address of inside) {
		expect([address, await refusal(outside, address)]).toEqual([
			address,
			expect.stringContaining("inside your network"),
		]);
	}
});

test("a server inside may name what is as far inside, but never the address where clouds keep keys", async () => {
	expect(await refusal("https://mcp.corp/mcp", "https://login.corp/authorize")).toBeUndefined();
	expect(await refusal("https://mcp.corp/mcp", "https://login.example/authorize")).toBeUndefined();
	expect(await refusal("https://mcp.corp/mcp", "https://localhost/authorize")).toContain("inside your network");
	expect(await refusal("http://localhost:3000/mcp", "http://127.0.0.1:9/authorize")).toBeUndefined();
	expect(await refusal("http://localhost:3000/mcp", "https://login.corp/authorize")).toBeUndefined();
	expect(await refusal("http://localhost:3000/mcp", "http://169.254.169.254/token")).toContain("inside your network");
});

test("only http and https, encrypted where the server is, and without names and passwords", async () => {
	const server = "https://mcp.example/mcp";
	for (const address of [
		"file:///etc/passwd",
		"javascript:alert(1)",
		"data:text/html,x",
		"ssh://x",
		"no address",
		"",
	]) {
		expect([address, await refusal(server, address)]).toEqual([address, `${address} is not an http(s) address`]);
	}
	expect(await refusal(server, "http://login.example/token")).toBe("http://login.example/token is not encrypted");
	expect(await refusal("http://mcp.example/mcp", "http://login.example/token")).toBeUndefined();
	expect(await refusal(server, "https://u:p@login.example/token")).toBe(
		"https://login.example/token has a name or password in it",
	);
	expect(await refusal(server, "file:///a\u001b[31m\u202e")).not.toMatch(/[\u001b\u202e]/);
});
