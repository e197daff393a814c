import { askJson, askText } from "./handler/ask-site.ts";
import { cardResult } from "./handler/card.ts";
import { JsonReader } from "./handler/json-reader.ts";
import { day, oneLine } from "./handler/markdown-text.ts";
import type { SiteRender, SiteRequest } from "./handler/site-handler.ts";

export const renderYoutube: SiteRender = async (url, site) => {
	const id = videoId(url);
	if (id === undefined) return undefined;
	const watch = `https://www.youtube.com/watch?v=${id}`;
	const [about, page] = await Promise.all([
		askJson(site, `https://www.youtube.com/oembed?format=json&url=${encodeURIComponent(watch)}`),
		askText(site, `${watch}&hl=en`, { accept: "text/html" }),
	]);
	const title = about?.text("title");
	if (!about || title === undefined) return undefined;
	const player = playerData(page ?? "");
	const details = player.at("videoDetails");
	const transcript = await fetchTranscript(player, site);
	return cardResult({
		title,
		facts: {
			Channel: about.text("author_name"),
			Duration: duration(Number(details.text("lengthSeconds"))),
			Views: Number(details.text("viewCount")) || undefined,
			Published: day(player.text("microformat", "playerMicroformatRenderer", "publishDate")),
			Keywords: details.texts(["keywords"]).slice(0, 20),
			Link: watch,
		},
		sections: { Description: details.text("shortDescription"), [transcript.heading]: transcript.text },
		notes: transcript.text === undefined ? ["YouTube gave no transcript"] : [],
	});
};

function videoId(url: URL): string | undefined {
	const path = /^\/(?:shorts|embed|live|v)\/([\w-]{11})(?:\/|$)/.exec(url.pathname)?.[1];
	const short = url.hostname === "youtu.be" ? url.pathname.slice(1) : undefined;
	const query = url.pathname === "/watch" ? (url.searchParams.get("v") ?? undefined) : undefined;
	return [path, short, query].find((id) => id !== undefined && /^[\w-]{11}$/.test(id));
}

/** The page holds what its player is told, as an object in a script. */
function playerData(page: string): JsonReader {
	const start = page.search(/ytInitialPlayerResponse\s*=\s*\{/);
	const open = start < 0 ? -1 : page.indexOf("{", start);
	try {
		return new JsonReader(open < 0 ? undefined : JSON.parse(objectAt(page, open)));
	} catch {
		// The page changed; the facts of the API remain.
		return new JsonReader(undefined);
	}
}

/** The text from an opening brace to the one that closes it. */
function objectAt(text: string, open: number): string {
	let depth = 0;
	for (let at = open; at < text.length; at++) {
		const character = text[at];
		if (character === '"') {
			for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++;
		} else if (character === "{") depth++;
		else if (character === "}" && --depth === 0) return text.slice(open, at + 1);
	}
	return "";
}

interface Transcript {
	readonly heading: string;
	readonly text: string | undefined;
}

/** English before others, what people wrote before what a machine heard. */
async function fetchTranscript(player: JsonReader, site: SiteRequest): Promise<Transcript> {
	const tracks = player.list("captions", "playerCaptionsTracklistRenderer", "captionTracks");
	const rank = (track: JsonReader) =>
		(track.text("languageCode")?.startsWith("en") ? 0 : 2) + (track.text("kind") === "asr" ? 1 : 0);
	const track = tracks.toSorted((one, other) => rank(one) - rank(other))[0];
	const address = track?.text("baseUrl");
	const heading = `Transcript${track?.text("kind") === "asr" ? " (automatic)" : ""}`;
	if (address === undefined || !address.startsWith("https://www.youtube.com/")) return { heading, text: undefined };
	const json = await askJson(site, `${address}&fmt=json3`);
	const lines = (json?.list("events") ?? []).flatMap((event) => {
		const words = oneLine(event.texts(["segs"], "utf8").join(""), 2000);
		return words === "" ? [] : [`[${duration((event.number("tStartMs") ?? 0) / 1000) ?? "0:00"}] ${words}`];
	});
	return { heading, text: lines.length === 0 ? undefined : lines.join("\n") };
}

function duration(seconds: number): string | undefined {
	if (!Number.isFinite(seconds) || seconds <= 0) return undefined;
	const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
	const rest = String(Math.floor(seconds % 60)).padStart(2, "0");
	return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
