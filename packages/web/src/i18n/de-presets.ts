// German for the presets of watchers, whose English the server sends.

import type { Said } from './said.ts';

export const GERMAN_PRESETS = {
  'News and discussion': 'Nachrichten und Diskussion',
  Software: 'Software',
  Anything: 'Beliebiges',
  'Audio and video': 'Audio und Video',
  'Research and law': 'Forschung und Recht',
  'Hacker News front page': 'Hacker News, Startseite',
  'Every story that reaches the front page of Hacker News.':
    'Jeder Beitrag, der auf die Startseite von Hacker News kommt.',
  'Hacker News stories': 'Hacker News, Beiträge',
  'New Hacker News stories with your words, once they have some points.':
    'Neue Beiträge auf Hacker News mit Ihren Wörtern, sobald sie einige Punkte haben.',
  'Show HN, Ask HN': 'Show HN, Ask HN',
  'What people show on Hacker News, or what they ask.': 'Was Menschen auf Hacker News zeigen, oder was sie fragen.',
  'Hacker News comments': 'Hacker News, Kommentare',
  'New Hacker News comments with your words: your product, your name.':
    'Neue Kommentare auf Hacker News mit Ihren Wörtern: Ihrem Produkt, Ihrem Namen.',
  Subreddit: 'Subreddit',
  'New posts of one subreddit. Reddit allows about one request a minute for all your watchers together.':
    'Neue Beiträge eines Subreddits. Reddit erlaubt etwa eine Anfrage pro Minute für alle Ihre Beobachter zusammen.',
  'Reddit search': 'Reddit-Suche',
  'New Reddit posts that a search finds, everywhere or in some subreddits.':
    'Neue Beiträge auf Reddit, die eine Suche findet, überall oder in einigen Subreddits.',
  'GitHub releases': 'GitHub-Releases',
  'New releases of a repository.': 'Neue Releases eines Repositorys.',
  'GitHub commits': 'GitHub-Commits',
  'New commits of a branch, or new tags.': 'Neue Commits eines Branches, oder neue Tags.',
  'npm package': 'npm-Paket',
  'New versions of an npm package.': 'Neue Versionen eines npm-Pakets.',
  'PyPI package': 'PyPI-Paket',
  'New versions of a Python package.': 'Neue Versionen eines Python-Pakets.',
  Crate: 'Crate',
  'New versions of a Rust crate.': 'Neue Versionen eines Rust-Crates.',
  'Docker tags': 'Docker-Tags',
  'New tags of an image on Docker Hub.': 'Neue Tags eines Images auf Docker Hub.',
  'Stack Overflow tag': 'Stack-Overflow-Tag',
  'New questions with a tag, on Stack Overflow or a sister site.':
    'Neue Fragen mit einem Tag, auf Stack Overflow oder einer Schwesterseite.',
  Feed: 'Feed',
  'Any RSS, Atom or JSON feed.': 'Jeder RSS-, Atom- oder JSON-Feed.',
  'Blog or newsletter': 'Blog oder Newsletter',
  'A blog or newsletter that has a feed; with words, only the posts that mention one of them.':
    'Ein Blog oder Newsletter mit Feed; mit Wörtern nur die Beiträge, die eines davon nennen.',
  Substack: 'Substack',
  'New posts of a Substack publication.': 'Neue Beiträge einer Substack-Publikation.',
  'YouTube channel': 'YouTube-Kanal',
  'New videos of a channel. YouTube sometimes hides a feed for hours; the watcher waits.':
    'Neue Videos eines Kanals. YouTube versteckt einen Feed manchmal stundenlang; der Beobachter wartet.',
  Podcast: 'Podcast',
  'New episodes of a podcast.': 'Neue Folgen eines Podcasts.',
  arXiv: 'arXiv',
  'New papers of a category, or papers that a search finds. arXiv publishes once a day.':
    'Neue Arbeiten einer Kategorie, oder solche, die eine Suche findet. arXiv veröffentlicht einmal am Tag.',
  'Google News': 'Google News',
  'News articles that a search finds.': 'Nachrichten, die eine Suche findet.',
  'Product Hunt': 'Product Hunt',
  'New products on Product Hunt.': 'Neue Produkte auf Product Hunt.',
  Lobsters: 'Lobsters',
  'New stories on Lobsters, all or with a tag.': 'Neue Beiträge auf Lobsters, alle oder mit einem Tag.',
  'Bluesky profile': 'Bluesky-Profil',
  'New posts of a Bluesky account.': 'Neue Beiträge eines Bluesky-Kontos.',
  'Mastodon hashtag': 'Mastodon-Hashtag',
  'New public posts with a hashtag, as one Mastodon server sees them.':
    'Neue öffentliche Beiträge mit einem Hashtag, wie ein Mastodon-Server sie sieht.',
  'Discourse forum': 'Discourse-Forum',
  'New topics of a Discourse forum, all or with a tag.': 'Neue Themen eines Discourse-Forums, alle oder mit einem Tag.',
  'Status page': 'Statusseite',
  'Incidents of a service whose status page has a history feed.':
    'Störungen eines Dienstes, dessen Statusseite einen Feed hat.',
  'Changelog page': 'Änderungsseite',
  'A changelog or status page without a feed: tells what was added and removed.':
    'Eine Änderungs- oder Statusseite ohne Feed: sagt, was dazukam und wegfiel.',
  Page: 'Seite',
  'Any page, whole or a part of it: tells what was added and removed.':
    'Jede Seite, ganz oder zum Teil: sagt, was dazukam und wegfiel.',
  'Price or stock': 'Preis oder Bestand',
  'One value on a page: a price, "in stock", a date.': 'Ein Wert auf einer Seite: ein Preis, „lieferbar“, ein Datum.',
  'Wikipedia article': 'Wikipedia-Artikel',
  'Edits of an article.': 'Bearbeitungen eines Artikels.',
  'SEC filings': 'SEC-Meldungen',
  'Filings of a company with the US SEC. The SEC asks for a contact: set WATCHER_CONTACT.':
    'Meldungen eines Unternehmens an die SEC der USA. Die SEC verlangt eine Kontaktangabe: Setzen Sie WATCHER_CONTACT.',
  'Known exploited vulnerabilities': 'Ausgenutzte Schwachstellen',
  'Vulnerabilities that CISA adds to its catalogue of those that are being exploited.':
    'Schwachstellen, die CISA in ihr Verzeichnis der ausgenutzten aufnimmt.',
} as const satisfies Record<string, Said>;
