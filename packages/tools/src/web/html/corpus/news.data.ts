import { type PageShape, paragraphs as p, sentences as s } from "./words.data.ts";

const links = (...names: readonly string[]) =>
	names.map((name) => `<li><a href="/${name.toLowerCase()}">${name}</a></li>`).join("");

export const newsPages: readonly PageShape[] = [
	{
		name: "news: semantic article with share bar, related stories and newsletter box",
		url: "https://news.example/world/harbor",
		html: `<!doctype html><html lang="en"><head><title>Harbor reopens | Daily Herald</title><meta property="og:title" content="Harbor reopens"></head><body>
<a class="skip-link" href="#main">Skip to content</a><header class="site-header"><a href="/">Daily Herald</a><nav><ul>${links("World", "Business", "Culture", "Sport", "Weather")}</ul></nav></header>
<main id="main"><article><!--main--><header><h1>Harbor reopens after eleven days</h1><p class="standfirst">${s(0, 1)}</p></header><!--/main-->
<div class="share-tools"><a href="#">Facebook</a> <a href="#">Copy link</a> <a href="#">Email</a></div>
<!--main-->${p(1, 3)}<figure><img src="/crane.jpg" alt="A crane"><figcaption>The crane in the western dock, seen last week.</figcaption></figure>${p(9, 2)}<!--/main-->
<aside class="newsletter-signup"><h3>Sign up for First Edition</h3><p>Our free daily email, straight to your inbox, every weekday at seven in the morning.</p><form><input><button>Join</button></form></aside>
<!--main-->${p(15, 2)}<!--/main-->
<footer><ul class="tags">${links("Shipping", "Grain", "Ports")}</ul></footer></article>
<section class="related"><h2>Related stories</h2><ul>${links("Why ships rust and what can be done", "Five charts on grain", "A short history of cranes")}</ul></section></main>
<footer class="site-footer"><ul>${links("Contact", "Terms", "Privacy", "Jobs")}</ul><p>© Daily Herald Media Group. All rights reserved worldwide.</p></footer></body></html>`,
	},
	{
		name: "news: broadcaster with hashed class names and data blocks",
		url: "https://broadcaster.example/news/12345",
		html: `<!doctype html><html><head><title>Bread prices fall - Broadcaster News</title></head><body><div id="__next"><div class="sc-a1b2c3"><nav class="css-9xk2"><ul>${links("Home", "News", "Sport", "Earth", "Reel", "Travel")}</ul></nav></div>
<div class="css-1x"><main class="css-77q"><article class="css-pv1"><!--main--><div data-component="headline-block" class="css-t1"><h1 class="css-h1">Bread prices fall within hours</h1></div><!--/main-->
<div data-component="byline-block" class="css-by"><span>Reporter in the capital</span></div>
<!--main-->${Array.from({ length: 6 }, (_, i) => `<div data-component="text-block" class="css-u0"><p class="css-p0">${s(i * 4, 2)}</p></div>`).join("")}<!--/main-->
<div data-component="links-block" class="css-lk"><p>More on this story</p><ul>${links("Bakers demand answers from ministers", "What a loaf costs around the world", "The wheat that nobody wanted")}</ul></div>
<!--main--><div data-component="subheadline-block"><h2>What happens next</h2></div><div data-component="text-block"><p>${s(20, 3)}</p></div><!--/main--></article></main>
<div data-component="topStories" class="css-side"><h2>Top stories</h2><ul>${links("Storm closes airports across the north", "Minister resigns over letter", "Team wins the cup again")}</ul></div></div></div></body></html>`,
	},
	{
		name: "news: cookie banner first in the page, article in plain divs",
		url: "https://gazette.example/a/1",
		html: `<html><head><title>Gazette</title></head><body><div id="onetrust-consent-sdk"><div class="cookie-banner"><h2>We value your privacy</h2><p>We and our 842 partners store and access information on a device, such as unique identifiers in cookies, to process personal data. You may accept or manage your choices by clicking below, including your right to object where legitimate interest is used.</p><button>Accept all</button></div></div>
<div class="wrap"><div class="top"><a href="/">Gazette</a> | <a href="/local">Local</a> | <a href="/sport">Sport</a></div>
<div class="story"><!--main--><div class="headline">Crane lifts forty tons without a sound</div>${p(4, 5, { open: '<div class="para">', close: "</div>" })}<!--/main--></div>
<div class="bottom"><a href="/imprint">Imprint</a> <a href="/ads">Advertise with the Gazette</a></div></div></body></html>`,
	},
	{
		name: "news: AMP page",
		url: "https://amp.example/story.amp.html",
		html: `<!doctype html><html ⚡><head><title>Glacier retreats</title><style amp-boilerplate>body{}</style><script async src="https://cdn.ampproject.org/v0.js"></script></head><body>
<amp-sidebar id="sidebar" layout="nodisplay"><ul>${links("Latest", "Science", "Climate")}</ul></amp-sidebar><header class="amp-header">AMP Times</header>
<article class="amp-article"><!--main--><h1 class="amp-title">A glacier does not melt evenly</h1><div class="amp-body">${p(22, 4)}<amp-img src="/g.jpg" width="800" height="400" alt="Ice" layout="responsive"></amp-img>${p(8, 2)}</div><!--/main--></article>
<amp-ad width="300" height="250" type="x"></amp-ad><footer class="amp-footer"><a href="/">Back to top</a><p>© AMP Times Publishing Company</p></footer></body></html>`,
	},
	{
		name: "news: live blog with time stamps",
		url: "https://live.example/match",
		html: `<html><head><title>Live</title></head><body><nav class="main-nav"><a href="/">Home</a><a href="/live">Live</a><a href="/scores">Scores</a></nav><div class="live-blog"><!--main--><h1>Cup final: as it happened</h1>
${Array.from({ length: 8 }, (_, i) => `<div class="live-blog__entry" id="e${i}"><time>20:${10 + i}</time><h3>Update number ${i}</h3><p>${s(i * 2 + 5, 2)}</p></div>`).join("\n")}<!--/main--></div>
<div class="most-read"><h2>Most read</h2><ol>${links("Transfer window: all the moves", "How to watch tonight", "The worst misses of the season")}</ol></div></body></html>`,
	},
	{
		name: "news: paywall teaser with the text in linked data",
		url: "https://paper.example/p",
		html: `<html><head><title>Investors wait</title><script type="application/ld+json">${JSON.stringify({ "@context": "https://schema.org", "@type": "NewsArticle", headline: "Investors wait" })}</script></head><body>
<div class="header-bar"><a href="/">The Paper</a> <a href="/login">Log in</a></div><article><!--main--><h1>Investors wait for a factory</h1>${p(24, 3)}<!--/main--><div class="paywall"><h2>Continue reading with a subscription</h2><p>Get unlimited access to all our journalism for one dollar a week during the first six months.</p></div></article>
<div class="footer"><p>The Paper is published six days a week by The Paper Company.</p></div></body></html>`,
	},
	{
		name: "news: local paper on an old content system, class soup",
		url: "https://valley.example/index.php?id=9",
		html: `<html><head><title>Valley News</title></head><body class="page has-sidebar sidebar-right"><div id="wrapper"><div id="hd"><div id="logo"><a href="/">Valley News</a></div><ul id="mainmenu">${links("News", "Events", "Obituaries", "Classifieds")}</ul></div>
<div id="bd"><div id="col1" class="column"><!--main--><h2 class="contentheading">Garden opens in April</h2><!--/main--><p class="buttonheading"><a href="?print">Print</a> <a href="?pdf">PDF</a> <a href="?mail">E-mail</a></p><!--main-->${p(16, 5)}<!--/main--></div>
<div id="col2" class="column sidebar"><div class="module"><h3>Poll</h3><p>Should the town buy a second snow plow this winter?</p><form><input type="radio">Yes<input type="radio">No</form></div><div class="module"><h3>Who is online</h3><p>We have 14 guests online</p></div><div class="module"><h3>Latest</h3><ul>${links("Road closed until Friday evening", "School fair raises money", "New bus to the station")}</ul></div></div></div>
<div id="ft">Powered by an old content management system.</div></div></body></html>`,
	},
	{
		name: "news: long read with pull quotes, asides and chapter breaks",
		url: "https://magazine.example/long",
		html: `<html><head><title>The keeper</title></head><body><header role="banner"><div class="masthead">The Magazine</div></header><main><div class="longform"><!--main--><h1>The lighthouse keeper’s diary</h1><section>${p(23, 4)}</section><!--/main--><aside class="pullquote"><p>He mentioned the light only twice</p></aside><!--main--><hr><section><h2>II.</h2>${p(3, 4)}</section><section><h2>III.</h2>${p(12, 4)}</section><!--/main-->
<div class="author-bio"><p>The writer lives by the sea and has contributed to this magazine since its second issue.</p></div></div></main><footer role="contentinfo"><p>The Magazine is supported by readers like you, and by nobody else.</p></footer></body></html>`,
	},
	{
		name: "news: agency text in one pre-formatted block",
		url: "https://wire.example/raw/77",
		html: `<html><head><title>WIRE 77</title></head><body><div class="nav"><a href="76">Previous</a> <a href="78">Next</a></div><!--main--><pre>URGENT\n\n${s(0, 1)}\n${s(5, 1)}\n\n${s(6, 2)}\n\nENDS</pre><!--/main--></body></html>`,
	},
	{
		name: "news: press release with boilerplate contact block",
		url: "https://company.example/press/2026",
		html: `<html><head><title>Press</title></head><body><div class="navbar navbar-default"><div class="container"><ul class="nav navbar-nav">${links("Products", "Investors", "Press", "Careers")}</ul></div></div>
<div class="container"><div class="row"><div class="col-md-9"><!--main--><h1>Factory will open in June</h1><p><strong>CAPITAL, 3 March</strong> – ${s(24, 2)}</p>${p(10, 3)}<h3>About the company</h3><p>${s(18, 2)}</p><!--/main--></div><div class="col-md-3"><div class="panel widget"><h4>Downloads</h4><ul>${links("Logo", "Photos", "Fact sheet")}</ul></div></div></div></div>
<div class="footer"><div class="container"><p>Follow the company on three networks at once.</p></div></div></body></html>`,
	},
];
