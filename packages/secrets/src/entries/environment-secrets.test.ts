import { expect, test } from "bun:test";
import { environmentSecrets } from "./environment-secrets.ts";

test("environment secrets: a bare address is none, whatever its variable is called", () => {
	const env = {
		OMP_AUTH_BROKER_URL: "http://10.0.0.5:8765",
		AUTH_HOST: "https://login.example.com/",
		AUTH_WEBHOOK: "https://hooks.example.com/T0/secret",
		AUTH_LOGIN: "https://me:secret@login.example.com",
		API_KEY: "sk-1234567890",
		HOME: "/home/ann-of-green",
	};
	expect(environmentSecrets(env).map(({ value }) => value)).toEqual([
		"https://hooks.example.com/T0/secret",
		"https://me:secret@login.example.com",
		"sk-1234567890",
	]);
});
