/** Exactly this version is spoken. */
export const protocolVersion = 3;
export const roomBytes = 16;
export const keyBytes = 32;
export const writeTokenBytes = 16;
export const peerBytes = 4;
/** Towards guests: all of them. */
export const everyone = 0;
/** Of a sealed frame; a relay refuses larger ones. */
export const maxFrameBytes = 8 * 1024 * 1024;
/** Of the entries in one chunk of a snapshot. */
export const chunkBytes = 256 * 1024;
/** An entry above this is shrunk before it is sent. */
export const maxEntryBytes = 2 * 1024 * 1024;
/** Of a snapshot; the oldest entries of a larger session are not sent. */
export const maxSnapshotBytes = 64 * 1024 * 1024;
/** Of the images of one prompt, in base64. */
export const maxPromptImageBytes = 6 * 1024 * 1024;
export const maxPromptCharacters = 1_000_000;
export const maxNameCharacters = 40;

/** Close codes of the relay. */
export const closeCodes = {
	noHost: 4404,
	hostTaken: 4409,
	full: 4413,
	roomClosed: 4410,
	unauthorized: 4401,
	closedByHost: 4403,
	busy: 1013,
} as const;
