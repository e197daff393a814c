import { describe, expect, test } from "bun:test";
import { RefusedAddress, type WebAccess, type WebAnswer, WebError, type WebRequest } from "../services/web-access.ts";
import { fetchPage } from "./fetch-page.ts";

const page = "https://github.com/octocat/hello/issues/7";
const api = "https://api.github.com/repos/octocat/hello/issues/7";
const words =
	"The harbor was quiet before the boats came in, and nobody on the quay had anything to say about it. ".repeat(5);
const html = `<html><head><title>Crash</title></head><body><main><h1>Crash</h1><p>${words}</p></main></body></html>`;
const issue = JSON.stringify({ number: 7, title: "Crash", state: "open", comments: 0, body: "It crashes." });

type Given = string | number | Error;

/** Answers by address; a number is a status, an error is thrown. */
function webOf(answers: Readonly<Record<string, Given>>) {
	const seen: { readonly url: string; readonly request: WebRequest }[] = [];
	const web: WebAccess = {
		env: () => undefined,
		admit: async () => ({ addresses: ["192.0.2.1"] }),
		async fetch(address, request) {
			const url = String(address);
			seen.push({ url, request });
			const given = answers[url] ?? 404;
			if (given instanceof Error) throw given;
			return answerOf(url, given);
		},
	};
	return { web, seen };
}

function answerOf(url: string, given: string | number): WebAnswer {
	const status = typeof given === "number" ? given : 200;
	const text = typeof given === "number" ? "" : given;
	const type = text.startsWith("<") ? "text/html" : "application/json";
	return {
		status,
		ok: status === 200,
		url,
		headers: new Headers({ "content-type": type }),
		bytes: new Uint8Array(Buffer.from(text)),
		text: () => text,
		json: () => JSON.parse(text),
	};
}

async function fetched(
	answers: Readonly<Record<string, Given>>,
	options: { url?: string; raw?: boolean; web?: WebAccess } = {},
) {
	const { web: recorded, seen } = webOf(answers);
	const web = options.web ?? recorded;
	const result = await fetchPage(new URL(options.url ?? page), {
		web,
		images: { autoResize: true, blocked: false, inspectedElsewhere: () => false },
		backend: "native",
		signal: new AbortController().signal,
		toolName: "read",
		raw: options.raw ?? false,
	});
	return { result, seen };
}

describe("a page of a site with an API", () => {
	test("is rendered from the API, without a request for the page", async () => {
		const { result, seen } = await fetched({ [api]: issue, [`${api}/comments?per_page=100`]: "[]" });
		expect(result).toMatchObject({ url: page, method: "github", contentType: "text/markdown", notes: [] });
		expect(result.text).toStartWith("# Crash #7\n");
		expect(seen.map(({ url }) => url)).toEqual([api, `${api}/comments?per_page=100`]);
	});

	test("says who asks an API", async () => {
		const { seen } = await fetched({ [api]: issue });
		expect(seen[0]?.request.headers?.["user-agent"]).toStartWith("omp/");
	});

	test.each<readonly [string, Given]>([
		["limits the rate", 429],
		["does not know it", 404],
		["answers with a page", html],
		["answers with something else", '{"message":"Moved"}'],
		["cannot be reached", new WebError("unreachable", "Cannot connect")],
		["does not answer in time", new WebError("timeout", "No answer within 6 s")],
		["answers too much", new WebError("too-large", "more than 10 MB")],
		["is an inside address", new RefusedAddress("api.github.com")],
	])("is fetched and converted like any other when the API %s", async (_, given) => {
		const { result } = await fetched({ [api]: given, [page]: html });
		expect(result.method).toBe("native");
		expect(result.text).toContain("The harbor was quiet");
	});

	test("is refused once when its host is an inside address", async () => {
		const url = "https://gitlab.corp.example/group/tool";
		const { web, seen } = webOf({});
		const refusing = {
			...web,
			async fetch(address: string | URL, request: WebRequest): Promise<WebAnswer> {
				await web.fetch(address, request);
				throw new RefusedAddress("gitlab.corp.example");
			},
		};
		await expect(fetched({}, { url, web: refusing })).rejects.toThrow("gitlab.corp.example is an inside address");
		expect(seen).toHaveLength(1);
	});

	test("is fetched as it is when raw", async () => {
		const { result, seen } = await fetched({ [page]: html }, { raw: true });
		expect({ method: result.method, urls: seen.map(({ url }) => url) }).toEqual({ method: "raw", urls: [page] });
	});

	test("is left to the pipeline when another host has the name in its own", async () => {
		const url = "https://github.com.example.org/octocat/hello/issues/7";
		const { result, seen } = await fetched({ [url]: html }, { url });
		expect(result.method).toBe("native");
		expect(seen[0]?.url).toBe(url);
	});
});
