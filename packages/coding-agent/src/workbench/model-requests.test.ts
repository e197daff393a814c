import { expect, test } from "bun:test";
import type { StreamFn } from "@oh-my-pi/pi-ai/stream/stream";
import { scriptedModelRecord } from "@oh-my-pi/pi-testkit/fakes/scripted-model";
import { ModelRequests } from "./model-requests.ts";

test("a request is admitted first, then guarded, whichever was set first", () => {
	const seen: string[] = [];
	const named =
		(name: string, stream?: StreamFn): StreamFn =>
		(...request) => {
			seen.push(name);
			return (stream ?? noStream)(...request);
		};
	const noStream = (() => undefined) as unknown as StreamFn;
	const requests = new ModelRequests(named("provider"), new Map());
	requests.admitWith((stream) => named("admission", stream));
	const asIs = (text: string) => text;
	requests.guardWith({
		hide: asIs,
		restore: asIs,
		redact: asIs,
		hideAll: (value) => value,
		wrap: (stream) => named("guard", stream),
	});
	requests.stream(scriptedModelRecord, { messages: [] });
	expect(seen).toEqual(["admission", "guard", "provider"]);
});
