import { join } from "node:path";
import type { SecretEntry } from "@oh-my-pi/pi-secrets/entries/secret-entry";
import { tokenSecret } from "@oh-my-pi/pi-secrets/entries/token-secret";
import { SecretHider } from "@oh-my-pi/pi-secrets/hider/secret-hider";
import type { Benchmark } from "../benchmark.ts";
import { secretLimits } from "../limits.data.ts";
import { loadedModules } from "../loaded-modules.ts";
import { median } from "../measure-runs.ts";
import { startModel } from "../model-process.ts";

const valueCount = 1000;
const characters = 1_000_000;
const rounds = 9;
/** What is loaded with every start: data, and a function that imports the rest. */
const alwaysLoaded = /features\/secrets\/(?:feature|settings)\.ts/;

/** A thousand secrets over a megabyte that was not searched before, and what the feature costs while it is off. */
export const secrets: Benchmark = {
	name: "secrets",
	async run(bench) {
		const values = Array.from({ length: valueCount }, () => `sk-${crypto.randomUUID()}`);
		const entries = values.map((value): SecretEntry => ({ type: "plain", source: "file", mode: "obfuscate", value }));
		const hider = new SecretHider([...entries, tokenSecret], new Uint8Array(32));
		const hiding: number[] = [];
		const restoring: number[] = [];
		for (let round = 0; round < rounds; round++) {
			const text = megabyteWith(values, round);
			const startedAt = performance.now();
			const hidden = hider.hide(text);
			const hiddenAt = performance.now();
			if (hider.restore(hidden) !== text) throw new Error("the text did not come back");
			restoring.push(performance.now() - hiddenAt);
			hiding.push(hiddenAt - startedAt);
			if (values.some((value) => hidden.includes(value))) throw new Error("a secret is left");
		}
		return [
			{ name: "1,000 secrets hidden in 1 MB", value: median(hiding), unit: "ms", limit: secretLimits.hide },
			{ name: "1,000 secrets restored in 1 MB", value: median(restoring), unit: "ms", limit: secretLimits.hide },
			{
				name: "secrets, sources loaded while they are off",
				value: await loadedKilobytes(bench),
				unit: "KB",
				limit: secretLimits.loadedOff,
			},
		];
	},
};

function megabyteWith(values: readonly string[], round: number): string {
	let text = "";
	for (let line = 0; text.length < characters; line++) {
		text += `${line}: const value = await request(${line * (round + 3)}, { headers }); // the quick brown fox\n`;
		if (line % 10 === 0) text += `KEY=${values[(line / 10) % values.length]}\n`;
	}
	return text;
}

async function loadedKilobytes(bench: Parameters<Benchmark["run"]>[0]): Promise<number> {
	await using model = await startModel(bench);
	const cwd = join(bench.scratch, "without-secrets");
	await Bun.write(join(cwd, "notes.md"), "# Notes\n");
	const loaded = await loadedModules({ ...bench, cwd }, ["-p", "hi", ...model.selectors]);
	if (!loaded.some((line) => line.includes("features/secrets/feature.ts"))) {
		throw new Error("the list of sources is not complete");
	}
	const sizes = loaded.map((line) => {
		const [, path = "", bytes = "0"] =
			/^ {4}(\S*(?:packages\/secrets|features\/secrets|process\/secrets|re2js)\/\S+) (\d+)$/.exec(line) ?? [];
		return alwaysLoaded.test(path) ? 0 : Number(bytes);
	});
	return sizes.reduce((sum, bytes) => sum + bytes, 0) / 1024;
}
