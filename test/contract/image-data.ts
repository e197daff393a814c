import type { OmpProject } from "@oh-my-pi/pi-testkit/product/omp-project";

/** Images of the project as hosts send them. */
export function imageData(omp: OmpProject, paths: readonly string[]) {
	return Promise.all(
		paths.map(async (path) => {
			const bytes = await Bun.file(omp.files.file(path)).bytes();
			return { type: "image" as const, data: Buffer.from(bytes).toString("base64"), mimeType: "image/png" };
		}),
	);
}
