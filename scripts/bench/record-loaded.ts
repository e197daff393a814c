import { writeFileSync } from "node:fs";

// Preloaded into a run of the product: notes which modules it had loaded at its end, or before, when it first wrote to the
// terminal or some time after.
const record = () => writeFileSync(process.env.LOADED_MODULES_FILE ?? "", JSON.stringify(Object.keys(require.cache)));
const when = process.env.LOADED_MODULES_WHEN ?? "exit";

if (when === "exit") process.on("exit", record);
else if (when === "written") {
	const { stdout } = process;
	const write = stdout.write.bind(stdout);
	stdout.write = (data: string | Uint8Array) => {
		record();
		stdout.write = write;
		return write(data);
	};
} else setTimeout(record, Number(when)).unref();
