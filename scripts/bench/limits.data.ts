/** The most that what a user waits for may take, in milliseconds. Starting is measured on a warm disk. */
export const startLimits = {
	version: 35,
	help: 50,
	configGet: 100,
	firstPaint: 90,
	print: 120,
} as const;

/** With a transcript of five thousand messages. */
export const transcriptLimits = {
	keyEchoMs: 8,
	resizeMs: 100,
	/** Of one processor, while two hundred tokens a second arrive. */
	streamingCpuPercent: 15,
	/** Writing all of it again. */
	replayMs: 2000,
} as const;
