import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { MemoryService } from "../services/memory-service.ts";

type Ability = "recall" | "retain" | "reflect" | "edit";

/**
 * Whether a tool exists with this backend. One that could not be started keeps its tools, so that a call says why it fails instead
 * of being unknown.
 */
export function hasAbility(memory: MemoryService | undefined, ability: Ability): memory is MemoryService {
	if (!memory) return false;
	if (memory.problem === undefined) return memory[ability] !== undefined;
	return memory.backend === "mnemopi" || (memory.backend === "hindsight" && ability !== "edit");
}

/** The method, or the error that says why there is none just now. */
export function requireAbility<Name extends Ability>(
	memory: MemoryService,
	ability: Name,
): NonNullable<MemoryService[Name]> {
	const method = memory.problem === undefined ? memory[ability] : undefined;
	if (!method) throw new ToolError(memory.problem ?? `The memory backend ${memory.backend} cannot ${ability}.`);
	return method.bind(memory) as NonNullable<MemoryService[Name]>;
}
