import { test } from "bun:test";
import { atScreen } from "./at-screen.ts";

test("an added segment is shown on its side of the status line, until it is removed", async () => {
	await using omp = await atScreen([]);
	const { statusSegments } = omp.registries;
	const remove = statusSegments.add("weather", {
		name: "weather",
		side: "right",
		render: (_facts, { theme }) => theme.accent("sunny"),
	});
	await omp.shows("sunny");
	remove();
	await omp.showsNoMore("sunny");
});

test("a segment without a side is shown where the settings name it", async () => {
	await using omp = await atScreen([], ({ statusSegments }) => {
		statusSegments.add("weather", { name: "weather", render: () => "rainy" });
	});
	const { statusLineSettings } = await import(
		"../../packages/coding-agent/src/settings/sections/screen/status-line.ts"
	);
	const { settings } = omp.session;
	settings.override(statusLineSettings.leftSegments, ["weather"]);
	settings.override(statusLineSettings.preset, "custom");
	await omp.shows("rainy");
});
