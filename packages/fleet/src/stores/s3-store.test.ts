import { expect, test } from "bun:test";
import { needsS3Server, type S3Server, s3Server } from "@oh-my-pi/pi-testkit/servers/s3-server";
import { openStore } from "../open-store.ts";
import { expectKind } from "../testing/queue-subject.ts";
import { storeContract } from "../testing/store-contract.ts";

const text = new TextEncoder().encode("hello");

function open(server: S3Server, options: { maxBytes?: number; secret?: string; url?: string } = {}) {
	const { maxBytes, secret = server.secretAccessKey, url = `s3://${server.bucket}/pre fix/deep` } = options;
	return openStore(`${url}?endpoint=${encodeURIComponent(server.endpoint)}&region=us-east-1`, {
		fleetDir: "/nonexistent",
		env: { S3_ACCESS_KEY_ID: server.accessKeyId, S3_SECRET_ACCESS_KEY: secret },
		sleep: async () => {},
		...(maxBytes === undefined ? {} : { maxBytes }),
	});
}

storeContract({
	name: "s3",
	define: needsS3Server,
	async create() {
		const server = await s3Server();
		return {
			open: (options) => open(server, options),
			async damage(key, content) {
				const client = new Bun.S3Client(server);
				await client.write(`pre fix/deep/${key}`, content);
			},
			[Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
		};
	},
});

needsS3Server("objects are below the prefix, and without one in the bucket itself", async () => {
	await using server = await s3Server();
	await (await open(server)).put("tasks/t/log", text);
	await using bare = await open(server, { url: `s3://${server.bucket}` });
	expect(bare.location).toBe("s3://fleet");
	await bare.put("tasks/u/log", text);
	const keys = async (prefix: string) => (await Array.fromAsync(bare.list(prefix))).map(({ key }) => key);
	expect([...(await keys("pre fix/")), ...(await keys("tasks/"))]).toEqual(["pre fix/deep/tasks/t/log", "tasks/u/log"]);
});

needsS3Server("more objects than a page are listed and removed", async () => {
	await using server = await s3Server();
	await using store = await open(server);
	const names = Array.from({ length: 23 }, (_, index) => `tasks/t/${String(index).padStart(2, "0")}`);
	for (const name of names) await store.put(name, text);
	// The server makes its marks of pages with a cipher that Bun does not have.
	server.fault = async (request, serve) => {
		if (request.path !== `/${server.bucket}/`) return serve();
		const start = Number(request.query["continuation-token"]?.slice("at ".length) ?? 0);
		request.status = 200;
		request.body = listPage(
			names.map((name) => `pre fix/deep/${name}`),
			start,
		);
	};
	expect((await Array.fromAsync(store.list("tasks/t/"))).map(({ key }) => key)).toEqual(names);
	expect(await store.remove("tasks/t/")).toBe(23);
	server.fault = (_, serve) => serve();
	expect(await Array.fromAsync(store.list("tasks/"))).toEqual([]);
});

function listPage(keys: readonly string[], start: number): string {
	const size = 10;
	const contents = keys
		.slice(start, start + size)
		.map(
			(key) =>
				`<Contents><Key>${key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><Size>5</Size></Contents>`,
		);
	const isTruncated = start + size < keys.length;
	const next = isTruncated ? `<NextContinuationToken>at ${start + size}</NextContinuationToken>` : "";
	return `<?xml version="1.0"?><ListBucketResult><Name>fleet</Name><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`;
}

needsS3Server("a server that is busy is asked again, five times at most", async () => {
	await using server = await s3Server();
	await using store = await open(server);
	let failures = 0;
	server.fault = async (request, serve) => {
		if (failures-- <= 0) return serve();
		request.status = failures % 2 ? 503 : 500;
		request.body = failures % 2 ? slowDown : "";
	};
	failures = 3;
	const reference = await store.put("tasks/t/log", text);
	failures = 4;
	expect(await store.get(reference)).toEqual(text);
	failures = 2;
	expect(await Array.fromAsync(store.list("tasks/"))).toHaveLength(1);
	failures = 1000;
	const before = server.requests.length;
	const message = await expectKind(store.get(reference), "unreachable");
	expect(message).toStartWith("s3://fleet/pre%20fix/deep does not answer (");
	expect(server.requests.length - before).toBe(5);
	await expectKind(store.put("tasks/t/other", text), "unreachable");
});

const slowDown = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>`;

needsS3Server("an answer that is cut off is read again; an object that is cut off is damaged", async () => {
	await using server = await s3Server();
	await using store = await open(server);
	const content = new Uint8Array(300_000).fill(7);
	const reference = await store.put("tasks/t/log", content);
	let cuts = 2;
	server.fault = async (request, serve) => {
		await serve();
		if (request.method !== "GET" || cuts-- <= 0) return;
		request.body = Buffer.alloc(cuts === 0 ? 1000 : 299_999, 7);
	};
	expect(Bun.hash(await store.get(reference))).toBe(Bun.hash(content));
	cuts = 1000;
	const before = server.requests.length;
	await expectKind(store.get(reference), "store-damaged");
	expect(server.requests.length - before).toBe(5);
});

needsS3Server("an upload whose connection breaks leaves nothing, and is sent again", async () => {
	await using server = await s3Server();
	await using store = await open(server);
	let breaks = 2;
	server.fault = async (request, serve) => {
		if (request.method === "PUT" && breaks-- > 0) return request.res.destroy();
		await serve();
	};
	const reference = await store.put("tasks/t/log", text);
	expect(await store.get(reference)).toEqual(text);
	breaks = 1000;
	await expectKind(store.put("tasks/t/other", text), "unreachable");
	expect((await Array.fromAsync(store.list("tasks/"))).map(({ key }) => key)).toEqual(["tasks/t/log"]);
});

needsS3Server("wrong keys and a missing bucket are named at once, without the secret", async () => {
	await using server = await s3Server();
	await using wrong = await open(server, { secret: "wr0ng-s3cret" });
	const messages = [await expectKind(wrong.put("tasks/t/log", text), "invalid")];
	expect(messages[0]).toContain("SignatureDoesNotMatch");
	expect(server.requests.length).toBe(1);
	await using absent = await open(server, { url: "s3://absent" });
	messages.push(await expectKind(absent.put("tasks/t/log", text), "invalid"));
	expect(messages[1]).toContain("is no bucket");
	for (const message of messages) expect(message).not.toContain("s3cret");
});

test("a URL with keys, without a bucket, or an environment without keys is refused", async () => {
	const env = { AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "secret" };
	const open = (url: string, variables: Record<string, string>) =>
		openStore(url, { fleetDir: "/nonexistent", env: variables });
	expect(await expectKind(open("s3://id:s3cret@bucket", env), "invalid")).not.toContain("s3cret");
	await expectKind(open("s3://", env), "invalid");
	expect(await expectKind(open("s3://bucket/a", {}), "invalid")).toContain("The keys of s3://bucket/a are missing");
	expect((await open("s3://bucket/a", env)).location).toBe("s3://bucket/a");
});
