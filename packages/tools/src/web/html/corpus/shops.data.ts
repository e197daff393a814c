import { type PageShape, paragraphs as p, sentences as s } from "./words.data.ts";

const links = (...names: readonly string[]) =>
	names.map((name) => `<li><a href="/${name.toLowerCase()}">${name}</a></li>`).join("");

export const shopPages: readonly PageShape[] = [
	{
		name: "shop: product page with buy box, tabs and recommendations",
		url: "https://shop.example/p/kettle",
		html: `<html><head><title>Kettle</title></head><body><header class="header"><form class="search-form"><input></form><ul class="nav">${links("Kitchen", "Garden", "Sale")}</ul></header><div class="breadcrumb"><a href="/">Home</a> / <a href="/k">Kitchen</a></div><div class="product"><div class="gallery"><img src="/k.jpg" alt="Kettle"></div><div class="summary"><!--main--><h1 class="product_title">Steel kettle, 2 liters</h1><p class="price">€ 49.90</p><div class="short-description"><p>${s(12, 2)}</p></div><!--/main--><form class="cart"><button>Add to cart</button></form></div><div class="tabs"><ul class="tab-nav">${links("Description", "Reviews (3)")}</ul><!--main--><div id="description"><h2>Description</h2>${p(13, 2)}<table class="shop_attributes"><tr><th>Weight</th><td>1.2 kg</td></tr><tr><th>Power</th><td>2200 W</td></tr></table></div><!--/main--></div></div><section class="related products"><h2>Customers also bought</h2><ul>${links("Tea strainer made of mesh", "Mug with handle", "Descaler, 3 pieces")}</ul></section><footer class="footer"><p>Free shipping on orders over fifty euros within the country.</p></footer></body></html>`,
	},
	{
		name: "listing: category of products",
		url: "https://shop.example/c/lamps",
		html: `<html><head><title>Lamps</title></head><body><nav class="top"><ul>${links("New", "Brands", "Outlet")}</ul></nav><main><!--main--><h1>Lamps</h1><ul class="products">${Array.from({ length: 12 }, (_, n) => `<li class="product"><a href="/p/${n}"><h3>Lamp model ${n} with shade</h3><span class="price">€ ${n * 7 + 19}</span></a></li>`).join("")}</ul><!--/main--></main><footer><p>Prices include tax.</p></footer></body></html>`,
	},
	{
		name: "listing: front page of a newspaper",
		url: "https://news.example/",
		html: `<html><head><title>Daily Herald</title></head><body><header><nav><ul>${links("World", "Business", "Sport")}</ul></nav></header><main><!--main--><h1>Today</h1>${Array.from({ length: 10 }, (_, n) => `<article class="teaser"><h2><a href="/a/${n}">${s(n * 2, 1).slice(0, 60)}</a></h2><p>${s(n * 2 + 1, 1)}</p></article>`).join("")}<!--/main--></main><footer><p>© Daily Herald</p></footer></body></html>`,
	},
	{
		name: "listing: search results",
		url: "https://find.example/?q=pump",
		html: `<html><head><title>pump - Find</title></head><body><div id="top"><form><input value="pump"></form></div><div id="results"><!--main-->${Array.from({ length: 8 }, (_, n) => `<div class="result"><a class="title" href="https://r${n}.example/">Result about pumps number ${n}</a><div class="snippet">${s(n + 3, 1)}</div></div>`).join("")}<!--/main--></div><div class="pagination"><a href="?p=2">2</a> <a href="?p=3">3</a> <a href="?p=2">Next</a></div></body></html>`,
	},
	{
		name: "listing: directory index of a web server",
		url: "https://files.example/pub/",
		html: `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN"><html><head><title>Index of /pub</title></head><body><!--main--><h1>Index of /pub</h1><table><tr><th>Name</th><th>Last modified</th><th>Size</th></tr>${["alpha.tar.gz", "beta.tar.gz", "gamma.zip", "readme.txt"].map((f, n) => `<tr><td><a href="${f}">${f}</a></td><td>2026-01-0${n + 1}</td><td>${n * 3 + 1}M</td></tr>`).join("")}</table><!--/main--></body></html>`,
	},
	{
		name: "table: league standings",
		url: "https://sport.example/table",
		html: `<html><head><title>Standings</title></head><body><div class="nav"><ul>${links("Fixtures", "Results")}</ul></div><!--main--><h1>Standings</h1><table class="standings"><thead><tr><th>Pos</th><th>Club</th><th>Points</th></tr></thead><tbody>${["North", "South", "East", "West", "Harbor", "Valley"].map((c, n) => `<tr><td>${n + 1}</td><td>${c} United</td><td>${60 - n * 4}</td></tr>`).join("")}</tbody></table><p>${s(19, 1)}</p><!--/main--></body></html>`,
	},
	{
		name: "table: timetable with spans and footnotes",
		url: "https://bus.example/12",
		html: `<html><head><title>Line 12</title></head><body><div id="menu"><a href="/">Lines</a></div><!--main--><h2>Line 12: Harbor – Valley</h2><table border="1"><tr><th rowspan="2">Stop</th><th colspan="2">Monday to Friday</th></tr><tr><th>First</th><th>Last</th></tr><tr><td>Harbor</td><td>05:10</td><td>23:40</td></tr><tr><td>Church</td><td>05:17</td><td>23:47</td></tr></table><p>Does not run on public holidays, nor on the day of the fair.</p><!--/main--></body></html>`,
	},
	{
		name: "shop: hotel page with reviews",
		url: "https://stay.example/h/1",
		html: `<html><head><title>Hotel</title></head><body><div class="topbar"><a href="/">Stay</a> <a href="/signin">Sign in</a></div><div class="page"><!--main--><h1>Hotel at the lake</h1><div class="description"><p>${s(16, 3)}</p><p>${s(27, 1)}</p></div><h2>Facilities</h2><ul><li>Free parking</li><li>Breakfast until eleven</li><li>Pets on request</li></ul><!--/main--><div class="modal" role="dialog"><h2>Unlock secret deals</h2><p>Sign up and save ten percent on your first stay with us, today only.</p></div></div></body></html>`,
	},
	{
		name: "page: landing page with sections",
		url: "https://product.example/",
		html: `<html><head><title>Product</title></head><body><header class="sticky"><nav>${links("Features", "Pricing", "Docs")}</nav></header><main><!--main--><section class="hero"><h1>Ship faster</h1><p>${s(12, 1)}</p></section><section class="features"><div class="card"><h3>Fast</h3><p>${s(13, 1)}</p></div><div class="card"><h3>Small</h3><p>${s(14, 1)}</p></div><div class="card"><h3>Safe</h3><p>${s(15, 1)}</p></div></section><section class="faq"><h2>Questions</h2><h4>Is it free?</h4><p>${s(18, 1)}</p></section><!--/main--></main><footer><div class="cols"><ul>${links("About", "Blog", "Careers", "Legal")}</ul></div></footer></body></html>`,
	},
	{
		name: "page: job posting",
		url: "https://jobs.example/9",
		html: `<html><head><title>Engineer</title></head><body><div class="global-nav"><a href="/">Jobs</a><a href="/login">Login</a></div><div class="job"><!--main--><h1>Pump engineer</h1><p>${s(1, 2)}</p><h2>You will</h2><ul><li>${s(10, 1)}</li><li>${s(5, 1)}</li></ul><h2>You have</h2><ul><li>Three years with rust of either kind</li><li>A license for small boats</li></ul><p>${s(20, 1)}</p><!--/main--><a class="btn" href="/apply">Apply now</a></div><div class="similar-jobs related"><h2>Similar jobs</h2><ul>${links("Crane operator in the harbor", "Pilot, part time", "Cook on a grain ship")}</ul></div></body></html>`,
	},
	{
		name: "page: terms of service",
		url: "https://product.example/terms",
		html: `<html><head><title>Terms</title></head><body><nav>${links("Home")}</nav><div class="legal-page content"><!--main--><h1>Terms of service</h1>${Array.from({ length: 6 }, (_, n) => `<h2>${n + 1}. Section ${n + 1}</h2><p>${s(n * 4, 3)}</p>`).join("")}<!--/main--></div><footer><p>Last change in spring.</p></footer></body></html>`,
	},
	{
		name: "page: video with description and transcript",
		url: "https://video.example/w/1",
		html: `<html><head><title>Lecture</title></head><body><div id="masthead"><form></form></div><div id="player"><video></video></div><!--main--><h1>The best lecture of the year</h1><div id="description"><p>${s(26, 2)}</p></div><div class="transcript"><h2>Transcript</h2>${Array.from({ length: 6 }, (_, n) => `<p><span class="t">0:${10 + n}</span> ${s(n * 3, 1)}</p>`).join("")}</div><!--/main--><div id="related" class="related"><a href="/w/2">Next: how to fold a map in ten seconds</a><a href="/w/3">Nine pumps, ranked</a><a href="/w/4">A crane sings</a></div></body></html>`,
	},
	{
		name: "page: very short page",
		url: "https://example.example/",
		html: `<!doctype html><html><head><title>Example Domain</title></head><body><div><!--main--><h1>Example Domain</h1><p>This domain is for use in documentation examples without needing permission.</p><p><a href="https://iana.example/domains">Learn more</a></p><!--/main--></div></body></html>`,
	},
	{
		name: "page: event with date, place and a map widget",
		url: "https://events.example/e",
		html: `<html><head><title>Fair</title></head><body><header class="site-header"><a href="/">Events</a></header><main class="site-main"><article><!--main--><h1>School fair</h1><p><time>June 4, 14:00</time>, in the hall behind the church</p>${p(21, 2)}<!--/main--><div class="map-widget widget"><iframe src="https://maps.example"></iframe></div><div class="social-share"><a href="#">Share</a><a href="#">Save</a><a href="#">Invite</a></div></article></main></body></html>`,
	},
];
