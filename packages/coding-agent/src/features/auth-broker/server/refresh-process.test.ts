import { expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { refreshInProcess } from "./refresh-process.ts";

const env = process.env as Record<string, string>;

test("refresh process: it is told the token to replace, and its outcome is taken over", async () => {
	const script = `const access = await Bun.stdin.text();
		const [command, action, id] = process.argv.slice(2);
		console.log(JSON.stringify({ kind: "ended", reason: [command, action, id, access].join(" ") }));`;
	await using files = await workspace({ "omp.ts": script });
	const refresh = refreshInProcess({ env, cwd: files.path }, files.file("omp.ts"));
	expect(await refresh(7, "old-access")).toEqual({ kind: "ended", reason: "auth-broker refresh 7 old-access" });
});

test("refresh process: one that takes too long is left to end by itself, since it may have the only copy of new tokens", async () => {
	const script = `await Bun.sleep(600); await Bun.write("stored", "r2");`;
	await using files = await workspace({ "omp.ts": script });
	const refresh = refreshInProcess({ env, cwd: files.path }, files.file("omp.ts"), 200);
	expect(await refresh(7, "old-access")).toEqual({
		kind: "failed",
		reason: "the refreshing process took longer than 0 s",
	});
	await until(() => Bun.file(files.file("stored")).exists());
});
