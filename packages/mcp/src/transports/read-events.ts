export interface StreamEvent {
	readonly event: string;
	readonly data: string;
}

/** The events of a `text/event-stream`. Throws when one is longer than allowed. */
export async function* readEvents(
	body: ReadableStream<Uint8Array>,
	maxBytes: number,
): AsyncGenerator<StreamEvent, void, void> {
	const decoder = new TextDecoder();
	let rest = "";
	let event = "message";
	let data: string[] = [];
	let length = 0;
	for await (const chunk of body) {
		const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
		rest = lines.pop() ?? "";
		for (const line of lines) {
			if (line === "") {
				if (data.length > 0) yield { event, data: data.join("\n") };
				event = "message";
				data = [];
				length = 0;
				continue;
			}
			const [, field, value = ""] = line.match(/^([^:]*)(?:: ?([\s\S]*))?$/) ?? [];
			if (field === "event") event = value;
			if (field === "data") data.push(value);
			length += line.length;
		}
		if (length + rest.length > maxBytes) throw new Error(`An event is longer than ${maxBytes} bytes`);
	}
}
