/** The largest line either side writes once it can cut frames up. */
export const maxFrameBytes = 1 << 20;
/** The largest frame there can be at all. */
export const maxReassembledFrameBytes = 64 << 20;
export const supportedProtocolVersions = [1, 2] as const;

export type ProtocolVersion = (typeof supportedProtocolVersions)[number];
