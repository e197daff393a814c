import type { SettingsReader } from "@oh-my-pi/pi-utils/settings/setting";
import { toolOutputSettings } from "./settings.ts";

export interface OutputLimits {
	/** Beyond this only the beginning and the end are kept. */
	readonly maxBytes: number;
	readonly headBytes: number;
	readonly tailBytes: number;
	readonly tailLines: number;
	/** Bytes of a line that are shown where there is a lot of output; 0 shows all. */
	readonly maxColumns: number;
}

export const defaultOutputLimits: OutputLimits = {
	maxBytes: 16 * 1024,
	headBytes: 2 * 1024,
	tailBytes: 8 * 1024,
	tailLines: 500,
	maxColumns: 768,
};

/** Of so little output no line is cut. */
export const uncutBytes = 8 * 1024;

const kilobyte = 1024;

/** As the user wants them. */
export function outputLimits(settings: SettingsReader): OutputLimits {
	return {
		maxBytes: settings.get(toolOutputSettings.artifactSpillThreshold) * kilobyte,
		headBytes: settings.get(toolOutputSettings.artifactHeadBytes) * kilobyte,
		tailBytes: settings.get(toolOutputSettings.artifactTailBytes) * kilobyte,
		tailLines: settings.get(toolOutputSettings.artifactTailLines),
		maxColumns: settings.get(toolOutputSettings.outputMaxColumns),
	};
}
