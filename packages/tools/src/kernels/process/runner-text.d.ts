declare module "*.py" {
	const text: string;
	export default text;
}

declare module "*.mjs" {
	const text: string;
	export default text;
}
