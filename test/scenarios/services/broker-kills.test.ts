import { expect } from "bun:test";
import { ompProject } from "@oh-my-pi/pi-testkit/product/omp-project";
import { requires } from "@oh-my-pi/pi-testkit/requires";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verificationName } from "@oh-my-pi/pi-testkit/verifies";
import { oauthBroker, provider } from "./oauth-broker.ts";
import { ask } from "./omp-service.ts";

/** 200 for a release. */
const kills = process.env.OMP_TEST_FULL ? 200 : 12;

requires("openssl")(
	verificationName("models-and-auth:broker:killed"),
	async () => {
		await using world = await oauthBroker();
		const { broker, oauth } = world;
		oauth.delayMs = 15;
		// So short that every client wants a refresh.
		oauth.lifetimeSeconds = 1;
		await world.logIn();
		await using omp = await ompProject({ connected: false });
		const random = seeded(29);
		for (let kill = 0; kill < kills; kill++) {
			const clients = Array.from({ length: 2 }, () =>
				Bun.spawn([...omp.command, "token", provider], {
					env: { ...omp.env, ...world.clientEnv },
					cwd: omp.path,
					stdio: ["ignore", "ignore", "ignore"],
				}),
			);
			const refresh = ask(broker, "/v1/credential/1/refresh", { method: "POST" }).catch(() => undefined);
			await Bun.sleep(random.below(160));
			if (kill % 3 === 0) clients[0]?.kill("SIGKILL");
			await broker.kill("SIGKILL");
			await Promise.all([refresh, ...clients.map((client) => client.exited)]);
			await broker.restart();
		}
		const before = oauth.refreshes;
		oauth.lifetimeSeconds = 3600;
		const last = await until(async () => {
			const answer = await ask(broker, "/v1/credential/1/refresh", { method: "POST" });
			// A refresh that outlived its broker may be the one that is answered.
			return answer.status === 200 && oauth.refreshes > before && answer;
		});
		expect(last.body.entry).toMatchObject({ id: 1, provider });
		expect(oauth.reuses).toBe(0);
		expect(before).toBeGreaterThan(kills / 3);
		expect((await ask(broker, "/v1/credentials/disabled")).body.disabled).toEqual([]);
	},
	kills * 3000 + 30_000,
);
