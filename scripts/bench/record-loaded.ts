import { writeFileSync } from "node:fs";

// Preloaded into a run of the product: notes at its end which modules it had loaded.
process.on("exit", () => {
	writeFileSync(process.env.LOADED_MODULES_FILE ?? "", JSON.stringify(Object.keys(require.cache)));
});
