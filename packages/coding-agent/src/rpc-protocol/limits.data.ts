/** Largest line with chunking. */
export const maxFrameBytes = 1 << 20;
/** Largest frame after reassembly. */
export const maxReassembledFrameBytes = 64 << 20;
export const supportedProtocolVersions = [1, 2] as const;

export type ProtocolVersion = (typeof supportedProtocolVersions)[number];
