import type { Provider } from "../../model/provider.ts";
import { llamaCpp } from "../llama-cpp.ts";
import { lmStudio } from "../lm-studio.ts";
import { ollama } from "../ollama.ts";
import { vllm } from "../vllm.ts";

/** Local engines. */
export const local: readonly Provider[] = [ollama, lmStudio, llamaCpp, vllm];
