import type { Setting } from "@oh-my-pi/pi-utils/settings/setting";
import type { CliIo } from "../../../process/terminal/io.ts";
import type { LayerName, Settings } from "../../../settings/settings.ts";

const higher: Readonly<Partial<Record<LayerName | "default", string>>> = {
	project: "overridden by this project's settings",
	overlay: "overridden by a file in PI_CONFIG_FILES",
	environment: "overridden by an environment variable",
};

/** Warns when a higher layer overrides the change. */
export async function noteShadow(settings: Settings, setting: Setting<unknown>, io: CliIo): Promise<void> {
	const why = higher[settings.findOrigin(setting)];
	if (why) await io.stderr.write(`It has no effect here: ${why}.\n`);
}
