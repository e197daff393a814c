import { expect, test } from "bun:test";
import type { LoginPorts } from "../../model/login.ts";
import { googleAccount } from "../accounts/google.ts";
import { cursorLogin } from "./cursor.ts";
import { kiloLogin } from "./kilo.ts";
import { openaiDeviceLogin } from "./openai-device.ts";

const start = 1_750_000_000_000;
const jwt = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.s`;

/** Responds from a list; records what was requested and shown. */
function world(answers: Array<[status: number, body?: unknown]>) {
	let now = start;
	const requests: Array<{ url: string; body: string }> = [];
	const shown: Array<{ url: string; userCode?: string }> = [];
	const ports: LoginPorts = {
		fetch: async (url, init) => {
			requests.push({ url, body: String(init.body ?? "") });
			const [status, body] = answers.shift() ?? [500];
			return body === undefined ? new Response(null, { status }) : Response.json(body, { status });
		},
		now: () => now,
		env: { OMP_OAUTH_CLIENT_ID_OPENAI_CODEX: "client-1" },
		clients: {},
		show: ({ url, userCode }) => shown.push({ url, ...(userCode && { userCode }) }),
		openBrowser: () => {},
		ask: async () => undefined,
		sleep: async (delayMs) => {
			now += delayMs;
		},
	};
	return { ports, requests, shown };
}

test("OpenAI's device login exchanges the code and reads the workspace", async () => {
	const access = jwt({ "https://api.openai.com/auth": { chatgpt_account_id: "ws-1" } });
	const { ports, requests, shown } = world([
		[200, { device_auth_id: "d1", user_code: "ABCD-1234", interval: "3" }],
		[403],
		[200, { authorization_code: "code-1", code_verifier: "verifier-1" }],
		[200, { access_token: access, refresh_token: "r", expires_in: 60, id_token: jwt({ email: "me@example.com" }) }],
	]);
	expect(await openaiDeviceLogin("openai-codex", ports)).toEqual({
		access,
		refresh: "r",
		expires: start + 6000 + 60_000,
		email: "me@example.com",
		accountId: "ws-1",
	});
	expect(shown).toEqual([{ url: "https://auth.openai.com/codex/device", userCode: "ABCD-1234" }]);
	expect(Object.fromEntries(new URLSearchParams(requests[3]?.body))).toEqual({
		grant_type: "authorization_code",
		client_id: "client-1",
		code: "code-1",
		code_verifier: "verifier-1",
		redirect_uri: "https://auth.openai.com/deviceauth/callback",
	});
});

test("Kilo's login waits for approval, and ends when denied or expired", async () => {
	const code = [200, { code: "K1", verificationUrl: "https://kilo.example.com/d", expiresIn: 8 }] as [number, unknown];
	const granted = world([code, [202], [200, { token: "kilo-1", userEmail: "me@example.com" }]]);
	const tokens = await kiloLogin(granted.ports);
	expect([tokens.access, tokens.email]).toEqual(["kilo-1", "me@example.com"]);
	expect(granted.requests.at(-1)?.url).toBe("https://api.kilo.ai/api/device-auth/codes/K1");
	await expect(kiloLogin(world([code, [403]]).ports)).rejects.toThrow("The login was denied");
	await expect(kiloLogin(world([code, [202], [202], [202], [202]]).ports)).rejects.toThrow("not approved in time");
});

test("Cursor's login polls with the verifier of the challenge it showed", async () => {
	const access = jwt({ exp: start / 1000 + 60, sub: "user-1" });
	const { ports, requests, shown } = world([[404], [200, { accessToken: access, refreshToken: "r" }]]);
	expect(await cursorLogin(ports)).toEqual({ access, refresh: "r", expires: start + 60_000, accountId: "user-1" });
	const page = new URL(shown[0]?.url ?? "");
	const verifier = new URL(requests[0]?.url ?? "").searchParams.get("verifier") ?? "";
	expect(page.searchParams.get("challenge")).toBe(new Bun.CryptoHasher("sha256").update(verifier).digest("base64url"));
});

test("a Google account without a project gets one", async () => {
	const { ports, requests } = world([
		[200, { email: "me@example.com", id: "g1" }],
		[200, { allowedTiers: [{ id: "standard" }, { id: "free-tier", isDefault: true }] }],
		[200, { done: true, response: { cloudaicompanionProject: { id: "made-1" } } }],
	]);
	expect(await googleAccount({ access: "at", expires: 0 }, {}, ports)).toEqual({
		email: "me@example.com",
		accountId: "g1",
		projectId: "made-1",
	});
	expect(requests.map(({ url }) => url.replace(/.*v1internal/, ""))).toEqual([
		"https://www.googleapis.com/oauth2/v1/userinfo?alt=json",
		":loadCodeAssist",
		":onboardUser",
	]);
	expect(await googleAccount({ access: "at", expires: 0, projectId: "known" }, {}, world([]).ports)).toEqual({});
});
