import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { requiresThat } from "../requires.ts";
import { workspace } from "../workspace.ts";

/** A real S3 server on a port of this machine, which checks signatures. */
export interface S3Server extends AsyncDisposable {
	readonly endpoint: string;
	readonly bucket: string;
	readonly accessKeyId: string;
	readonly secretAccessKey: string;
	/** Method and path of each request so far. */
	readonly requests: readonly string[];
	/** Called for each request; what it does to the answer stays. Without `serve`, the server never sees the request. */
	fault: (request: S3Request, serve: () => Promise<void>) => Promise<void>;
	/** The file that an object is in. */
	objectPath(key: string): string;
}

export interface S3Request {
	readonly method: string;
	readonly path: string;
	readonly query: Readonly<Record<string, string | undefined>>;
	status: number;
	body: unknown;
	/** The connection, to be cut. */
	readonly res: { destroy(): void };
	readonly req: { readonly headers: Record<string, string | undefined> };
}

interface S3App {
	readonly middleware: Array<(request: S3Request, serve: () => Promise<void>) => Promise<void>>;
	run(): Promise<{ readonly port: number }>;
	close(): Promise<void>;
}

const folder = join(import.meta.dir, "../../../../test/fleet-servers");

/** Defines a test that needs the server of `test/fleet-servers`. */
export const needsS3Server: ReturnType<typeof requiresThat> = (name, body, options) =>
	requiresThat(existsSync(join(folder, "node_modules")), "npm ci in test/fleet-servers")(name, body, options);

export async function s3Server(): Promise<S3Server> {
	const place = await workspace();
	const load = createRequire(join(folder, "package.json"));
	const App = load("@20minutes/s3rver") as new (options: Readonly<Record<string, unknown>>) => S3App;
	const bucket = "fleet";
	const app = new App({
		address: "127.0.0.1",
		port: 0,
		silent: true,
		directory: place.path,
		configureBuckets: [{ name: bucket, configs: [] }],
	});
	const requests: string[] = [];
	const server = { fault: (_request: S3Request, serve: () => Promise<void>) => serve() };
	app.middleware.unshift(async (request, serve) => {
		requests.push(`${request.method} ${request.path}`);
		// The server signs `/bucket` where S3 signs `/bucket/`, so lists are let through.
		if (request.path === `/${bucket}/`) delete request.req.headers.authorization;
		await server.fault(request, serve);
	});
	const { port } = await app.run();
	return Object.assign(server, {
		endpoint: `http://127.0.0.1:${port}`,
		bucket,
		accessKeyId: "S3RVER",
		secretAccessKey: "S3RVER",
		requests,
		objectPath: (key: string) => place.file(join(bucket, `${key}._S3rver_object`)),
		async [Symbol.asyncDispose]() {
			await app.close();
			await place[Symbol.asyncDispose]();
		},
	});
}
