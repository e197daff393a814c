import { boolean, choice, section } from "@oh-my-pi/pi-utils/settings/setting";

const place = { tab: "Providers", group: "Speech" } as const;

const voices = [
	"af_heart",
	"af_bella",
	"af_nicole",
	"af_aoede",
	"af_kore",
	"af_sarah",
	"am_michael",
	"am_fenrir",
	"am_puck",
	"bf_emma",
	"bm_george",
	"bm_fable",
] as const;

export const speechProviderSettings = section(
	"providers",
	{
		tts: choice({
			default: "auto",
			values: ["auto", "local", "xai"],
			label: "Speech",
			help: "Speech provider.",
		}),
	},
	place,
);

export const localSpeechSettings = section(
	"tts",
	{
		localModel: choice({
			default: "kokoro",
			values: ["kokoro"],
			label: "Speech model",
			help: "Local speech synthesis model.",
		}),
		localVoice: choice({
			default: "af_heart",
			values: voices,
			label: "Voice",
			help: "The voice of speechgen.",
		}),
	},
	place,
);

export const readAloudSettings = section(
	"speech",
	{
		enabled: boolean({ default: false, label: "Read aloud", help: "Read replies aloud." }),
		mode: choice({
			default: "assistant",
			values: ["all", "assistant", "yield"],
			label: "What to read",
			help: "What is read aloud.",
		}),
		enhanced: boolean({
			default: false,
			label: "Rephrase",
			help: "Rephrase replies for listening.",
		}),
		voice: choice({
			default: "af_heart",
			values: voices,
			label: "Reading voice",
			help: "The voice that reads.",
		}),
	},
	place,
);

export const liveSettings = section(
	"live",
	{
		voice: choice({
			default: "sol",
			values: ["arbor", "breeze", "cove", "ember", "juniper", "maple", "sol", "spruce", "vale"],
			label: "Live voice",
			help: "The voice of live conversations.",
		}),
	},
	place,
);
