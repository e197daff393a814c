import type { Provider } from "../../model/provider.ts";
import { baseten } from "../baseten.ts";
import { cerebras } from "../cerebras.ts";
import { coreweave } from "../coreweave.ts";
import { fireworks } from "../fireworks.ts";
import { groq } from "../groq.ts";
import { huggingface } from "../huggingface.ts";
import { novita } from "../novita.ts";
import { nvidia } from "../nvidia.ts";
import { qianfan } from "../qianfan.ts";
import { siliconflow } from "../siliconflow.ts";
import { synthetic } from "../synthetic.ts";
import { together } from "../together.ts";
import { venice } from "../venice.ts";
import { waferServerless } from "../wafer-serverless.ts";

/** Metered hosts of open models. */
export const hosts: readonly Provider[] = [
	groq,
	cerebras,
	fireworks,
	together,
	baseten,
	nvidia,
	huggingface,
	novita,
	siliconflow,
	coreweave,
	synthetic,
	venice,
	qianfan,
	waferServerless,
];
