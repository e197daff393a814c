/** What extensions import from `@oh-my-pi/pi-utils`. */
export { isAbort } from "@oh-my-pi/pi-utils/abort";
export { atomicWrite } from "@oh-my-pi/pi-utils/atomic-write";
export { parseYaml } from "@oh-my-pi/pi-utils/parse-yaml";
