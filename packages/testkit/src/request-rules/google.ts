import type { Model } from "@oh-my-pi/pi-ai/model/model";
import { Complaints, isFilled, type Json, object, objects, type RequestRules, sameItems } from "./rules.ts";

const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** The Gemini API's reference on contents, function calling and thought signatures. */
export const googleRules: RequestRules = (body, model) => {
	const complaints = new Complaints();
	const contents = objects(body.contents);
	complaints.unless(contents.length > 0, "contents is empty");
	complaints.unless(contents[0]?.role === "user", "the first content is not the user's");
	for (const [index, content] of contents.entries()) {
		const where = `contents.${index}`;
		const parts = objects(content.parts);
		complaints.unless(content.role === "user" || content.role === "model", `${where}: role ${content.role}`);
		complaints.unless(parts.length > 0, `${where}: parts is empty`);
		for (const part of parts) checkPart(part, model, where, complaints);
		const previous = contents[index - 1];
		const afterResults = responsesOf(previous).length > 0;
		complaints.unless(
			content.role !== previous?.role || (content.role === "user" && afterResults),
			`${where}: same role as the content before`,
		);
		checkCalls(content, contents[index + 1], where, complaints);
		checkResponses(content, previous, where, complaints);
	}
	return complaints.list;
};

/** The same inside the envelope of Google's code-assist service. */
export const codeAssistRules: RequestRules = (body, model) => googleRules(object(body.request), model);

function checkPart(part: Json, model: Model, where: string, complaints: Complaints): void {
	// A signature may come with an otherwise empty part.
	const isSigned = part.thoughtSignature !== undefined;
	if ("text" in part) complaints.unless(isFilled(part.text) || isSigned, `${where}: a part has no text`);
	if (isSigned) {
		complaints.unless(base64.test(String(part.thoughtSignature)), `${where}: a signature is not base64`);
	}
	if (part.thought && /claude/.test(model.id)) complaints.unless(isSigned, `${where}: an unsigned thought of Claude's`);
	const images = JSON.stringify(part).includes('"inlineData"');
	complaints.unless(!images || model.input.includes("image"), `${where}: image for a blind model`);
	const carriesIds = [part.functionCall, part.functionResponse].some((call) => "id" in object(call));
	const mayCarryIds = model.api !== "google-vertex" && /gemini-[3-9]|claude/.test(model.id);
	complaints.unless(!carriesIds || mayCarryIds, `${where}: ids go to Gemini 3 and Claude only, never to Vertex`);
	if ("functionCall" in part && /gemini-[3-9]/.test(model.id)) {
		complaints.unless(isFilled(part.thoughtSignature), `${where}: function call is missing a thought_signature`);
	}
}

const callsOf = (content: Json | undefined) =>
	objects(content?.parts).flatMap((part) => ("functionCall" in part ? [object(part.functionCall)] : []));
const responsesOf = (content: Json | undefined) =>
	objects(content?.parts).flatMap((part) => ("functionResponse" in part ? [object(part.functionResponse)] : []));
const identity = ({ id, name }: Json) => [id, name];

function checkCalls(content: Json, next: Json | undefined, where: string, complaints: Complaints): void {
	const calls = callsOf(content);
	complaints.unless(calls.length === 0 || content.role === "model", `${where}: the user calls functions`);
	complaints.unless(
		sameItems(calls.map(identity), responsesOf(next).map(identity)),
		`${where}: the number of function response parts is not that of the function call parts`,
	);
}

function checkResponses(content: Json, previous: Json | undefined, where: string, complaints: Complaints): void {
	const responses = responsesOf(content);
	if (responses.length === 0) return;
	complaints.unless(content.role === "user", `${where}: the model answers functions`);
	complaints.unless(
		responses.length === objects(content.parts).length,
		`${where}: responses are mixed with other parts`,
	);
	complaints.unless(callsOf(previous).length > 0, `${where}: function response without a call before it`);
	for (const { response } of responses) {
		const { output, error } = object(response);
		complaints.unless(isFilled(output) || isFilled(error), `${where}: a function response is empty`);
	}
}
