import { expect, test } from "bun:test";
import { titanium } from "@oh-my-pi/pi-tui/theme/builtin/titanium.data";
import { themeSettings } from "../../packages/coding-agent/src/settings/sections/screen/appearance.ts";
import { atScreen } from "./at-screen.ts";

test("an added theme is completed and chosen like a built-in one", async () => {
	await using omp = await atScreen([], ({ themes }) => {
		themes.add("marigold", async () => ({ ...titanium, name: "marigold" }));
	});
	omp.type("/theme mari");
	await omp.shows("marigold");
	omp.type("gold\r");
	await omp.shows("Theme: marigold");
	expect(omp.session.settings.get(themeSettings.dark)).toBe("marigold");
});
