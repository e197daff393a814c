import { expect, test } from "bun:test";
import { chmod, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { type RecordedWeb, recordedWeb } from "../../web/testing/recorded-web.ts";
import { article, prose, reading } from "../testing/web-reading.ts";

const url = "https://a.example/x";

verifies("tools-code-web:fetch:html-backends", async () => {
	const jina = `https://r.jina.ai/${url}`;
	const answers = {
		[url]: article(),
		[jina]: {
			type: "text/plain",
			body: `Title: Harbor\n\nURL Source: ${url}\n\nMarkdown Content:\nFrom the service: ${prose}`,
		},
		"https://api.parallel.ai/v1/extract": {
			type: "application/json",
			body: JSON.stringify({
				extract_id: "e",
				results: [{ url, title: "Harbor", excerpts: [], full_content: `Extracted: ${prose}` }],
				errors: [],
			}),
		},
	};
	const env = { JINA_API_KEY: "j-key", PARALLEL_API_KEY: "p-key" };
	const asked = (web: RecordedWeb) =>
		web.seen.map(({ url: to }) => new URL(to).hostname).filter((host) => host !== "a.example");

	const served = reading(recordedWeb(answers, { env }), { backend: () => "jina" });
	expect(await served.text(url)).toContain("Method: jina\n");
	expect(await served.text(`${url}:1`)).toContain("From the service: The harbor");
	expect(served.web.seen.find(({ url: to }) => to === jina)?.request.headers?.authorization).toBe("Bearer j-key");

	const extracted = reading(recordedWeb(answers, { env }), { backend: () => "parallel" });
	expect(await extracted.text(url)).toContain("Extracted: The harbor");
	const { request } = extracted.web.seen.find(({ url: to }) => to.includes("parallel")) ?? {};
	expect([request?.method, request?.headers?.["x-api-key"], JSON.parse(String(request?.body))]).toEqual([
		"POST",
		"p-key",
		{ urls: [url], advanced_settings: { full_content: true } },
	]);

	// By default, for inside hosts and for addresses with a password nobody outside is told.
	const own = reading(recordedWeb(answers, { env }));
	expect(await own.text(url)).toContain("Method: native\n");
	const inside = reading(recordedWeb(answers, { env, addresses: ["10.0.0.1"] }), { backend: () => "jina" });
	expect(await inside.text(url)).toContain("Method: native\n");
	const secret = "https://me:pw@a.example/x";
	const named = reading(recordedWeb({ [secret]: article() }, { env }), { backend: () => "parallel" });
	expect(await named.text(secret)).toContain("Method: native\n");
	expect([own, inside, named].flatMap(({ web }) => asked(web))).toEqual([]);

	// A service that is down, or has next to nothing, is replaced by our own converter; so is a program that is missing.
	for (const body of ["", "Markdown Content:\nok"]) {
		const empty = reading(recordedWeb({ ...answers, [jina]: { type: "text/plain", body } }), { backend: () => "jina" });
		expect(await empty.text(url)).toContain("Method: native\n");
	}
	const bin = await mkdtemp(join(tmpdir(), "omp-backend-"));
	for (const backend of ["trafilatura", "lynx"] as const) {
		const missing = reading(recordedWeb(answers, { env: { PATH: bin } }), { backend: () => backend });
		expect(await missing.text(url)).toContain("Method: native\n");
		await writeFile(join(bin, backend), `#!/bin/sh\n/bin/cat >/dev/null\necho "${backend} says: ${prose}"\n`);
		await chmod(join(bin, backend), 0o755);
		const present = reading(recordedWeb(answers, { env: { PATH: bin } }), { backend: () => backend });
		expect(await present.text(url)).toContain(`${backend} says: The harbor`);
	}
});

test("a password in an address is used and never shown", async () => {
	const secret = "https://me:hunter2@a.example/x";
	const { read, web } = reading(recordedWeb({ [secret]: { type: "text/plain", body: "text", url } }));
	expect(JSON.stringify(await read(secret))).not.toContain("hunter2");
	expect(web.seen[0]?.url).toBe(secret);
});
