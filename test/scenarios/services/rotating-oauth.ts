import { runCommand } from "@oh-my-pi/pi-testkit/run-command";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";

/** A token endpoint that replaces the refresh token with each use, and ends the login when an old one is used again. */
export interface RotatingOAuth extends AsyncDisposable {
	/** `localhost:port`, over TLS. */
	readonly domain: string;
	/** A file for NODE_EXTRA_CA_CERTS. */
	readonly certificate: string;
	/** Successful refreshes so far. */
	readonly refreshes: number;
	/** How often a refresh token was used that had been replaced. */
	readonly reuses: number;
	/** A new login. */
	logIn(): { access: string; refresh: string };
	/** Ends all logins. */
	revoke(): void;
	/** How long an answer takes, and how many seconds its access token is valid. */
	delayMs: number;
	lifetimeSeconds: number;
}

export async function rotatingOAuth(): Promise<RotatingOAuth> {
	const files = await workspace();
	const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
	const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", files.file("key.pem")];
	const made = await runCommand([
		...["openssl", "req", "-x509", "-days", "2", ...key, "-out", files.file("cert.pem"), ...subject],
	]);
	if (made.exitCode !== 0) throw new Error(`openssl failed: ${made.stderr}`);
	const families = new Map<string, { current: string; isOver: boolean }>();
	const familyOf = new Map<string, string>();
	let refreshes = 0;
	let reuses = 0;
	let count = 0;
	const issue = (family: string) => {
		const number = ++count;
		const tokens = { access: `access-${family}-${number}`, refresh: `refresh-${family}-${number}` };
		families.set(family, { current: tokens.refresh, isOver: false });
		familyOf.set(tokens.refresh, family);
		return tokens;
	};
	const server = Bun.serve({
		port: 0,
		hostname: "127.0.0.1",
		tls: { key: await files.read("key.pem"), cert: await files.read("cert.pem") },
		async fetch(request) {
			const { pathname } = new URL(request.url);
			if (pathname !== "/login/oauth/access_token") return new Response("no", { status: 404 });
			const refresh = new URLSearchParams(await request.text()).get("refresh_token") ?? "";
			const family = familyOf.get(refresh) ?? "";
			const state = families.get(family);
			if (!state || state.isOver || state.current !== refresh) {
				if (state && !state.isOver) {
					reuses++;
					state.isOver = true;
				}
				return Response.json({ error: "invalid_grant", error_description: "revoked" }, { status: 400 });
			}
			// The old token is worth nothing from here on, whether or not anybody gets the answer.
			refreshes++;
			const tokens = issue(family);
			await Bun.sleep(oauth.delayMs);
			return Response.json({
				access_token: tokens.access,
				refresh_token: tokens.refresh,
				expires_in: oauth.lifetimeSeconds,
			});
		},
	});
	const oauth: RotatingOAuth = {
		domain: `localhost:${server.port}`,
		certificate: files.file("cert.pem"),
		get refreshes() {
			return refreshes;
		},
		get reuses() {
			return reuses;
		},
		logIn: () => issue(`family${++count}`),
		revoke() {
			for (const state of families.values()) state.isOver = true;
		},
		delayMs: 0,
		lifetimeSeconds: 3600,
		async [Symbol.asyncDispose]() {
			await server.stop(true);
			await files[Symbol.asyncDispose]();
		},
	};
	return oauth;
}
