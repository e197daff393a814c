import { ProviderError } from "../errors/provider-error.ts";

/**
 * The body of a response, decompressed in small pieces on demand. The runtime's own decompression expands all it has received at
 * once, and a few hundred bytes can become gigabytes.
 */
export function decodedBody(response: Response): ReadableStream<Uint8Array> | null {
	const encoding = response.headers.get("content-encoding")?.trim().toLowerCase() ?? "";
	const { body } = response;
	if (!body || encoding === "" || encoding === "identity") return body;
	// Most answers are not compressed.
	const zlib = process.getBuiltinModule("node:zlib");
	const { Readable, pipeline } = process.getBuiltinModule("node:stream");
	const decoders: Readonly<Record<string, () => NodeJS.ReadWriteStream & { destroy(error?: Error): unknown }>> = {
		gzip: () => zlib.createGunzip(options),
		"x-gzip": () => zlib.createGunzip(options),
		deflate: () => zlib.createInflate(options),
		br: () => zlib.createBrotliDecompress(options),
		zstd: () => zlib.createZstdDecompress(options),
	};
	const create = decoders[encoding];
	if (!create) throw new ProviderError("transient", `The answer has an unknown compression: ${encoding.slice(0, 40)}`);
	const decoder = create();
	// A failure reaches the reader as an error of the stream.
	const source = Readable.fromWeb(body as unknown as Parameters<typeof Readable.fromWeb>[0]);
	const output = pipeline(source, decoder, () => {});
	const pieces = (output as unknown as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
	return new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				const { done, value } = await pieces.next();
				if (done) controller.close();
				else controller.enqueue(value);
			},
			cancel() {
				decoder.destroy();
				source.destroy();
			},
		},
		{ highWaterMark: 0 },
	);
}

const options = { chunkSize: 64 * 1024 };
