import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { StreamOptions } from "../protocol/stream-options.ts";
import { type Attack, attacks, startHostileServer } from "./testing/hostile-server.ts";
import { hostileWires } from "./testing/hostile-wires.ts";

/** How each attack must end, in words. */
const endings: Readonly<Record<Attack, RegExp>> = {
	"stalls before headers": /^The model did not begin to answer within 0 s/,
	"stalls inside the headers": /^The model did not begin to answer within 0 s/,
	"stalls in the stream": /^The model sent nothing more within 0 s/,
	"sends keep-alives for ever": /^The model sent nothing but keep-alives, and did not go on within 0 s/,
	"redirects to another host": /^127\.0\.0\.1:\d+ redirects to 127\.0\.0\.1:\d+ \(307\)\. Requests carry your key/,
	"redirects to another host with 308": /redirects to 127\.0\.0\.1:\d+ \(308\)\. Requests carry your key/,
	"redirects to another host with 302": /redirects to 127\.0\.0\.1:\d+ \(302\)\. Requests carry your key/,
	"redirects in a loop": /redirects more often than is allowed/,
	"sends a line without end": /^The reply was stopped: one (line|message) of it/,
	"sends deltas without end": /^The reply was stopped: its text did not end \(limit 8,388,608 characters\)/,
	"sends empty frames without end": /^The reply was stopped: it did not end \(limit 4 MB\)/,
	"sends an error without end": /^500 \{"error":"xxx/,
	"sends headers without end": /^Could not reach 127\.0\.0\.1:\d+: the answer is not valid HTTP/,
	"stalls in an error": /^500 half a sen/,
	"sends a gzip bomb": /^(The reply was stopped|Broken event stream: bad prelude)/,
	"sends a brotli bomb": /^(The reply was stopped|Broken event stream: bad prelude)/,
	"sends a zstd bomb": /^(The reply was stopped|Broken event stream: bad prelude)/,
	"sends a brotli bomb as an error": /^500 /,
	"sends a JSON bomb": /^The reply was stopped: one part of it is too complex/,
	"announces more than it sends": /^The connection broke/,
	"announces less than it sends": /(ended|closed) (before|without|inside)|invalid JSON/,
	"says it is compressed when it is not": /^The connection broke: incorrect header check/,
	"sends a web page": /answered with a web page instead of a reply/,
	"sends invalid JSON": /^The stream contained invalid JSON/,
	"sends invalid UTF-8": /invalid JSON|Broken event stream|ended before|ended without|closed before/,
	"talks no HTTP": /^Could not reach 127\.0\.0\.1:\d+: the answer is not valid HTTP/,
};

/** Smaller limits where the default would only make the test slow. */
const small: Partial<Record<Attack, StreamOptions>> = {
	"sends empty frames without end": { limits: { bodyBytes: 4 * 1024 * 1024 } },
	"stalls in an error": { limits: { errorBodyMs: 200 } },
	"stalls before headers": { streamFirstEventTimeoutMs: 200 },
	"stalls inside the headers": { streamFirstEventTimeoutMs: 200 },
	"stalls in the stream": { streamIdleTimeoutMs: 200 },
	"sends keep-alives for ever": { streamQuietTimeoutMs: 300 },
};

interface Ending {
	readonly attack: Attack;
	readonly stopReason: string;
	readonly errorMessage: string;
	readonly peakMb: number;
}

describe.each(hostileWires)("a hostile provider that speaks $api", (wire) => {
	test("ends in a clear error, within its deadline and 200 MB", async () => {
		using server = await startHostileServer(wire);
		const names = Object.keys(attacks) as Attack[];
		const list = names.map((attack) => ({ attack, url: server.urlOf(attack), options: small[attack] }));
		const client = Bun.spawn({
			cmd: [process.execPath, join(import.meta.dir, "testing/hostile-client.ts"), wire.api, JSON.stringify(list)],
			stdout: "pipe",
			stderr: "inherit",
		});
		const lines = (await new Response(client.stdout).text()).trim().split("\n");
		expect(await client.exited).toBe(0);
		const ended = lines.map((line) => JSON.parse(line) as Ending);
		expect(ended.map(({ attack }) => attack)).toEqual(names);
		for (const { attack, stopReason, errorMessage, peakMb } of ended) {
			expect([attack, stopReason, errorMessage]).toEqual([attack, "error", expect.stringMatching(endings[attack])]);
			expect(errorMessage.length).toBeLessThan(2500);
			expect({ attack, peakMb, isSmall: peakMb <= 200 }).toMatchObject({ attack, isSmall: true });
		}
		expect(server.stolen).toEqual([]);
		const loops = server.requests.filter((path) => path.endsWith("/again")).length;
		expect(loops).toBeLessThanOrEqual(3);
	}, 120_000);
});
