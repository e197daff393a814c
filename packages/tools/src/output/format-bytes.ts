const units = ["KB", "MB", "GB", "TB"];

/** `512B`, `1.0KB`, `3.4MB`. */
export function formatBytes(bytes: number): string {
	if (bytes < 1024) return `${bytes}B`;
	let value = bytes / 1024;
	let unit = 0;
	for (; value >= 1024 && unit < units.length - 1; unit++) value /= 1024;
	return `${value.toFixed(1)}${units[unit]}`;
}
