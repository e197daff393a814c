import { choice, section } from "@oh-my-pi/pi-utils/settings/setting";
import { localClassifierModels } from "./local-models.data.ts";

export const localModelSettings = section(
	"providers",
	{
		tinyModel: choice({
			default: "online",
			values: ["online", "lfm2-350m", "qwen3-0.6b", "gemma-270m", "qwen2.5-0.5b", "lfm2-700m"],
			label: "Title model",
			help: "The model that writes titles.",
		}),
		tinyModelDevice: choice({
			default: "default",
			values: [
				"default",
				"gpu",
				"cpu",
				"metal",
				"webgpu",
				"cuda",
				"dml",
				"coreml",
				"auto",
				"wasm",
				"webnn",
				"webnn-gpu",
				"webnn-cpu",
				"webnn-npu",
			],
			label: "Device",
			help: "Device for small local models.",
		}),
		tinyModelDtype: choice({
			default: "default",
			values: [
				"default",
				"q4",
				"q4f16",
				"q8",
				"fp16",
				"fp32",
				"int8",
				"uint8",
				"bnb4",
				"q2",
				"q2f16",
				"q1",
				"q1f16",
				"auto",
			],
			label: "Precision",
			help: "Numeric precision of small local models.",
		}),
		unexpectedStopModel: choice({
			default: "online",
			values: localClassifierModels,
			label: "Early stop model",
			help: "The model that detects early stops.",
		}),
	},
	{ tab: "Providers", group: "Local Models" },
);
