import { basename } from "node:path";

/** An npm registry on this machine, with packages from tarballs. */
export interface NpmRegistry extends AsyncDisposable {
	readonly url: string;
	/** Paths asked for so far. */
	readonly requests: readonly string[];
	/** Adds a version; the one published last is the newest. */
	publish(tarball: string, options?: { integrity?: string }): Promise<void>;
}

interface Manifest {
	readonly name: string;
	readonly version: string;
	readonly scripts?: { readonly postinstall?: string };
}

export function npmRegistry({ hostname = "127.0.0.1" }: { readonly hostname?: string } = {}): NpmRegistry {
	const tarballs = new Map<string, string>();
	const packages = new Map<string, { latest: string; versions: Record<string, object> }>();
	const requests: string[] = [];
	const server = Bun.serve({
		hostname,
		port: 0,
		fetch(request) {
			const path = decodeURIComponent(new URL(request.url).pathname).slice(1);
			requests.push(path);
			const tarball = tarballs.get(path);
			if (tarball) return new Response(Bun.file(tarball));
			const found = packages.get(path);
			if (!found) return Response.json({ error: "Not found" }, { status: 404 });
			return Response.json({ name: path, "dist-tags": { latest: found.latest }, versions: found.versions });
		},
	});
	const url = server.url.href.replace(/\/$/, "");
	return {
		url,
		requests,
		async publish(path, options = {}) {
			const content = await Bun.file(path).bytes();
			const file = (await new Bun.Archive(content).files("package/package.json")).get("package/package.json");
			if (!file) throw new Error(`${path} has no package.json`);
			const manifest: Manifest = JSON.parse(await file.text());
			const name = `-/${basename(path)}`;
			tarballs.set(name, path);
			const dist = {
				tarball: `${url}/${name}`,
				integrity: options.integrity ?? `sha512-${hash("sha512", content, "base64")}`,
				shasum: hash("sha1", content, "hex"),
			};
			const versions = packages.get(manifest.name)?.versions ?? {};
			packages.set(manifest.name, {
				latest: manifest.version,
				versions: {
					...versions,
					[manifest.version]: { ...manifest, dist, hasInstallScript: manifest.scripts?.postinstall !== undefined },
				},
			});
		},
		[Symbol.asyncDispose]: () => server.stop(true),
	};
}

function hash(algorithm: "sha1" | "sha512", content: Uint8Array<ArrayBuffer>, encoding: "hex" | "base64"): string {
	return new Bun.CryptoHasher(algorithm).update(content).digest(encoding);
}
