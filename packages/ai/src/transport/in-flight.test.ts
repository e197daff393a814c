import { expect } from "bun:test";
import { writeFile } from "node:fs/promises";
import { until } from "@oh-my-pi/pi-testkit/until";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import { sharedInFlightLimit } from "./in-flight.ts";

verifies("ai-streaming:http:max-in-flight", async () => {
	await using folder = await workspace();
	// Two limits simulate two processes: they only share the folder.
	const limits = [1, 2].map(() => sharedInFlightLimit(folder.path, { acme: 2 }));
	let running = 0;
	let most = 0;
	const request = async (index: number) => {
		using _place = await limits[index % 2]?.("acme", undefined);
		most = Math.max(most, ++running);
		await Bun.sleep(5);
		running--;
	};
	await Promise.all(Array.from({ length: 8 }, (_, index) => request(index)));
	expect(most).toBe(2);

	expect(await limits[0]?.("other", undefined)).toBeUndefined();

	// A slot whose holder has exited is taken over.
	for (const place of [0, 1]) await writeFile(folder.file(`acme/${place}.lock`), "999999999");
	let got = false;
	void limits[0]?.("acme", undefined).then(() => {
		got = true;
	});
	await until(() => got);

	const controller = new AbortController();
	await limits[0]?.("acme", undefined);
	const waiting = limits[1]?.("acme", controller.signal);
	controller.abort("enough");
	expect(await waiting?.catch((reason) => reason)).toBe("enough");
});
