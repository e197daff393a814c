import { join } from "node:path";
import { bundleTabProgram } from "../../build/compile-product.ts";
import type { Benchmark } from "../benchmark.ts";
import { puppeteerFirstAction, tabFirstAction } from "../browser-first-action.ts";
import { browserLimits } from "../limits.data.ts";

const times = 10;

/** Both start a dozen processes, so what else goes on shows in most runs. */
const fastest = (values: readonly number[]) => Math.min(...values);

/** From nothing to the first click on a page: a tab of ours, with its own process and the proxy, and Puppeteer alone. */
export const browser: Benchmark = {
	name: "browser",
	async run(bench) {
		// As in the executable.
		const program = join(bench.scratch, "tab-program.js");
		await Bun.write(program, (await bundleTabProgram(bench.root)).bytes);
		const [own, alone]: [number[], number[]] = [[], []];
		for (let count = -1; count < times; count++) {
			const ownMs = await tabFirstAction(program);
			const aloneMs = await puppeteerFirstAction();
			// The first ones warm the file cache.
			if (count < 0) continue;
			own.push(ownMs);
			alone.push(aloneMs);
		}
		return [
			{ name: "browser, open to first action", value: fastest(own), unit: "ms" },
			{ name: "Puppeteer alone, launch to first action", value: fastest(alone), unit: "ms" },
			{
				name: "browser to Puppeteer alone",
				value: fastest(own) / fastest(alone),
				unit: "×",
				limit: browserLimits.firstAction,
			},
		];
	},
};
