import { expect, test } from "bun:test";
import { isWebAddress, takeLogin, withoutLogin } from "./web-address.ts";

test("an address of the web has http or https, a host and a valid port", () => {
	for (const address of [
		"http://a",
		"HTTPS://A.example/x?y",
		"https://[::1]:8443",
		"http://ann:pw@a.example",
		"https://bücher.example",
	])
		expect([address, isWebAddress(address)]).toEqual([address, true]);
	for (const text of [
		"",
		"a.example",
		"ftp://a",
		"http://",
		"https:///x",
		"https:a",
		"http://a:99999",
		"http://ann:pw@",
	])
		expect([text, isWebAddress(text)]).toEqual([text, false]);
});

test("the login of an address becomes a header, decoded", () => {
	expect(takeLogin("https://a.example/v1")).toEqual({ address: "https://a.example/v1" });
	expect(takeLogin("https://a.example/@scope")).toEqual({ address: "https://a.example/@scope" });
	const authorization = `Basic ${Buffer.from("ann@x:100%").toString("base64")}`;
	expect(takeLogin("https://ann%40x:100%@a.example/v1")).toEqual({ address: "https://a.example/v1", authorization });
});

test("a login is not shown, also in what is no address", () => {
	expect(withoutLogin("ftp://ann:p@ss@a.example/x")).toBe("ftp://a.example/x");
	expect(withoutLogin("http://ann:pw@")).toBe("http://");
});
