import { ProviderError } from "../errors/provider-error.ts";

/**
 * How much one reply may bring. The numbers are several times what the largest honest reply needs; without them a broken or
 * hostile server fills the memory.
 */
export interface ReplyLimits {
	/** The whole body, decompressed. */
	readonly bodyBytes: number;
	/** One event, line or message of the stream. */
	readonly frameBytes: number;
	/** Text, thinking, arguments and signatures together. */
	readonly textCharacters: number;
	/** Base64 of all images. */
	readonly imageCharacters: number;
	/** Blocks of content. */
	readonly blocks: number;
	readonly errorBodyBytes: number;
	/** The wait for the body of an error. */
	readonly errorBodyMs: number;
}

const mebibyte = 1024 * 1024;

export const defaultReplyLimits: ReplyLimits = {
	bodyBytes: 256 * mebibyte,
	frameBytes: 24 * mebibyte,
	textCharacters: 8 * mebibyte,
	imageCharacters: 32 * mebibyte,
	blocks: 2000,
	errorBodyBytes: 64 * 1024,
	errorBodyMs: 10_000,
};

/** A limit was reached; sending the request again would not help. */
export function overLimit(what: string, limit: string): ProviderError {
	return new ProviderError("limit", `The reply was stopped: ${what} (limit ${limit})`);
}

export function inMegabytes(bytes: number): string {
	return bytes >= mebibyte ? `${Math.round(bytes / mebibyte)} MB` : `${Math.ceil(bytes / 1024)} KB`;
}
