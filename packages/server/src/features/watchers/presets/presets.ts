// The presets there are. Their addresses come from the documents of the sites; `admin presets check` tries them all.

import { optional, PARAMS as P } from './params.ts';
import type { Made, Preset } from './preset.ts';

const enc = encodeURIComponent;
const at = (url: string): Made => ({ config: { url } });
const page = (url: string, query: string): Made => ({ config: { url, query } });
const bare = (subreddit: string) => subreddit.replace(/^r\//, '');
const versions = (system: string, name: string) =>
  page(`https://api.deps.dev/v3/systems/${system}/packages/${enc(name)}`, 'json:$.versions[*].versionKey.version');

const repository = ({ owner, repo }: Readonly<Record<string, string>>) => `${owner}/${repo}`;

const BLOG_POINTS = 10;

export const PRESETS: readonly Preset[] = [
  {
    id: 'hn-front-page',
    title: 'Hacker News front page',
    description: 'Every story that reaches the front page of Hacker News.',
    category: 'News and discussion',
    kind: 'rss',
    every: '30m',
    params: [],
    make: () => at('https://news.ycombinator.com/rss'),
  },
  {
    id: 'hn-keyword',
    title: 'Hacker News stories',
    description: 'New Hacker News stories with your words, once they have some points.',
    category: 'News and discussion',
    kind: 'rss',
    every: '30m',
    params: [P.keyword, optional(P.min_points)],
    make: ({ keyword = '', min_points = '10' }) =>
      at(`https://hnrss.org/newest?q=${enc(keyword)}&points=${Number(min_points)}`),
  },
  {
    id: 'hn-show-ask',
    title: 'Show HN, Ask HN',
    description: 'What people show on Hacker News, or what they ask.',
    category: 'News and discussion',
    kind: 'rss',
    every: '1h',
    params: [P.type],
    make: ({ type = '' }) => at(`https://hnrss.org/${type}`),
  },
  {
    id: 'hn-comments',
    title: 'Hacker News comments',
    description: 'New Hacker News comments with your words: your product, your name.',
    category: 'News and discussion',
    kind: 'rss',
    every: '30m',
    params: [P.keyword],
    make: ({ keyword = '' }) => at(`https://hnrss.org/newcomments?q=${enc(keyword)}`),
  },
  {
    id: 'reddit-subreddit',
    title: 'Subreddit',
    description: 'New posts of one subreddit. Reddit allows about one request a minute for all your watchers together.',
    category: 'News and discussion',
    kind: 'rss',
    every: '1h',
    params: [P.subreddit],
    make: ({ subreddit = '' }) => at(`https://www.reddit.com/r/${bare(subreddit)}/new.rss`),
  },
  {
    id: 'reddit-keyword',
    title: 'Reddit search',
    description: 'New Reddit posts that a search finds, everywhere or in some subreddits.',
    category: 'News and discussion',
    kind: 'reddit_search',
    every: '1h',
    params: [P.query, optional(P.subreddits)],
    make: ({ query = '', subreddit }) => ({
      config: { query, ...(subreddit === undefined ? {} : { subreddit: bare(subreddit) }) },
    }),
  },
  {
    id: 'github-releases',
    title: 'GitHub releases',
    description: 'New releases of a repository.',
    category: 'Software',
    kind: 'rss',
    every: '1h',
    params: [P.owner, P.repo],
    named: repository,
    make: ({ owner, repo }) => at(`https://github.com/${owner}/${repo}/releases.atom`),
  },
  {
    id: 'github-commits',
    title: 'GitHub commits',
    description: 'New commits of a branch, or new tags.',
    category: 'Software',
    kind: 'rss',
    every: '1h',
    params: [P.owner, P.repo, optional(P.commitFeed), optional(P.branch)],
    named: repository,
    make: ({ owner, repo, feed = 'commits', branch }) => {
      const base = `https://github.com/${owner}/${repo}`;
      if (feed === 'tags') return at(`${base}/tags.atom`);
      return at(
        branch === undefined ? `${base}/commits.atom` : `${base}/commits/${branch.split('/').map(enc).join('/')}.atom`,
      );
    },
  },
  {
    id: 'npm-package',
    title: 'npm package',
    description: 'New versions of an npm package.',
    category: 'Software',
    kind: 'url_diff',
    every: '6h',
    params: [P.npmPackage],
    make: (values) => versions('npm', values.package ?? ''),
  },
  {
    id: 'pypi-package',
    title: 'PyPI package',
    description: 'New versions of a Python package.',
    category: 'Software',
    kind: 'url_diff',
    every: '6h',
    params: [P.pypiPackage],
    make: (values) => versions('pypi', values.package ?? ''),
  },
  {
    id: 'crates-package',
    title: 'Crate',
    description: 'New versions of a Rust crate.',
    category: 'Software',
    kind: 'url_diff',
    every: '6h',
    params: [P.crate],
    make: ({ crate = '' }) => versions('cargo', crate),
  },
  {
    id: 'docker-tag',
    title: 'Docker tags',
    description: 'New tags of an image on Docker Hub.',
    category: 'Software',
    kind: 'url_diff',
    every: '6h',
    params: [P.namespace, P.image],
    named: ({ namespace, repo }) => `${namespace}/${repo}`,
    make: ({ namespace, repo }) =>
      page(
        `https://hub.docker.com/v2/repositories/${namespace}/${repo}/tags?page_size=25&ordering=last_updated`,
        'json:$.results[*].name',
      ),
  },
  {
    id: 'stackoverflow-tag',
    title: 'Stack Overflow tag',
    description: 'New questions with a tag, on Stack Overflow or a sister site.',
    category: 'News and discussion',
    kind: 'rss',
    every: '30m',
    params: [P.tag, optional(P.site)],
    make: ({ tag = '', site = 'stackoverflow.com' }) => at(`https://${site}/feeds/tag/${enc(tag)}?sort=newest`),
  },
  {
    id: 'rss-feed',
    title: 'Feed',
    description: 'Any RSS, Atom or JSON feed.',
    category: 'Anything',
    kind: 'rss',
    every: '1h',
    params: [P.url],
    make: ({ url = '' }) => at(url),
  },
  {
    id: 'blog-newsletter',
    title: 'Blog or newsletter',
    description: 'A blog or newsletter that has a feed; with words, only the posts that mention one of them.',
    category: 'Anything',
    kind: 'rss',
    every: '12h',
    params: [P.url, optional(P.keywords)],
    make: ({ url = '', keywords }) => {
      const patterns = [...new Set((keywords ?? '').split(',').map((word) => word.trim()))]
        .filter(Boolean)
        .slice(0, 50);
      if (patterns.length === 0) return at(url);
      return {
        ...at(url),
        keywords: patterns.map((pattern) => ({ pattern, points: BLOG_POINTS })),
        min_score: BLOG_POINTS,
      };
    },
  },
  {
    id: 'substack',
    title: 'Substack',
    description: 'New posts of a Substack publication.',
    category: 'Anything',
    kind: 'rss',
    every: '6h',
    params: [P.publication],
    make: ({ publication }) => at(`https://${publication}.substack.com/feed`),
  },
  {
    id: 'youtube-channel',
    title: 'YouTube channel',
    description: 'New videos of a channel. YouTube sometimes hides a feed for hours; the watcher waits.',
    category: 'Audio and video',
    kind: 'rss',
    every: '6h',
    params: [P.channel_id],
    make: ({ channel_id }) => at(`https://www.youtube.com/feeds/videos.xml?channel_id=${channel_id}`),
  },
  {
    id: 'podcast',
    title: 'Podcast',
    description: 'New episodes of a podcast.',
    category: 'Audio and video',
    kind: 'rss',
    every: '6h',
    params: [P.url],
    make: ({ url = '' }) => at(url),
  },
  {
    id: 'arxiv-papers',
    title: 'arXiv',
    description: 'New papers of a category, or papers that a search finds. arXiv publishes once a day.',
    category: 'Research and law',
    kind: 'rss',
    every: '6h',
    params: [optional(P.category), optional(P.query)],
    make: ({ category, query }) => {
      if (query === undefined) return at(`https://rss.arxiv.org/atom/${category ?? 'cs'}`);
      const within = category === undefined ? '' : `cat:${category}+AND+`;
      return at(
        `https://export.arxiv.org/api/query?search_query=${within}all:${enc(query)}&sortBy=submittedDate&sortOrder=descending&max_results=25`,
      );
    },
  },
  {
    id: 'google-news',
    title: 'Google News',
    description: 'News articles that a search finds.',
    category: 'News and discussion',
    kind: 'rss',
    every: '1h',
    params: [P.query, optional(P.language)],
    make: ({ query = '', language = 'en-US' }) => {
      const [lang, country] = language.split('-');
      return at(
        `https://news.google.com/rss/search?q=${enc(query)}&hl=${language}&gl=${country}&ceid=${enc(`${country}:${lang}`)}`,
      );
    },
  },
  {
    id: 'product-hunt',
    title: 'Product Hunt',
    description: 'New products on Product Hunt.',
    category: 'News and discussion',
    kind: 'rss',
    every: '6h',
    params: [],
    make: () => at('https://www.producthunt.com/feed'),
  },
  {
    id: 'lobsters',
    title: 'Lobsters',
    description: 'New stories on Lobsters, all or with a tag.',
    category: 'News and discussion',
    kind: 'rss',
    every: '1h',
    params: [optional(P.tag)],
    make: ({ tag }) => at(tag === undefined ? 'https://lobste.rs/newest.rss' : `https://lobste.rs/t/${enc(tag)}.rss`),
  },
  {
    id: 'bluesky-profile',
    title: 'Bluesky profile',
    description: 'New posts of a Bluesky account.',
    category: 'News and discussion',
    kind: 'rss',
    every: '1h',
    params: [P.handle],
    make: ({ handle }) => at(`https://bsky.app/profile/${handle}/rss`),
  },
  {
    id: 'mastodon-tag',
    title: 'Mastodon hashtag',
    description: 'New public posts with a hashtag, as one Mastodon server sees them.',
    category: 'News and discussion',
    kind: 'rss',
    every: '1h',
    params: [P.instance, P.hashtag],
    named: ({ instance, tag = '' }) => `#${tag.replace(/^#/, '')} on ${instance}`,
    make: ({ instance, tag = '' }) => at(`https://${instance}/tags/${enc(tag.replace(/^#/, ''))}.rss`),
  },
  {
    id: 'discourse',
    title: 'Discourse forum',
    description: 'New topics of a Discourse forum, all or with a tag.',
    category: 'News and discussion',
    kind: 'rss',
    every: '1h',
    params: [P.forum, optional(P.tag)],
    make: ({ host, tag }) => at(`https://${host}/${tag === undefined ? 'latest' : `tag/${enc(tag)}`}.rss`),
  },
  {
    id: 'status-page',
    title: 'Status page',
    description: 'Incidents of a service whose status page has a history feed.',
    category: 'Software',
    kind: 'rss',
    every: '15m',
    params: [P.statusHost],
    make: ({ host }) => at(`https://${host}/history.atom`),
  },
  {
    id: 'changelog-status',
    title: 'Changelog page',
    description: 'A changelog or status page without a feed: tells what was added and removed.',
    category: 'Software',
    kind: 'url_diff',
    every: '1h',
    params: [P.url],
    make: ({ url = '' }) => at(url),
  },
  {
    id: 'url-changed',
    title: 'Page',
    description: 'Any page, whole or a part of it: tells what was added and removed.',
    category: 'Anything',
    kind: 'url_diff',
    every: '6h',
    params: [P.url, optional(P.selector)],
    make: ({ url = '', selector }) => (selector === undefined ? at(url) : page(url, `css:${selector}`)),
  },
  {
    id: 'price-or-stock',
    title: 'Price or stock',
    description: 'One value on a page: a price, "in stock", a date.',
    category: 'Anything',
    kind: 'url_diff',
    every: '1h',
    params: [P.url, P.selector],
    make: ({ url = '', selector }) => page(url, `css:${selector}`),
  },
  {
    id: 'wikipedia-page',
    title: 'Wikipedia article',
    description: 'Edits of an article.',
    category: 'Research and law',
    kind: 'rss',
    every: '6h',
    params: [P.page, optional(P.lang)],
    make: ({ page: title = '', lang = 'en' }) =>
      at(`https://${lang}.wikipedia.org/w/index.php?title=${enc(title.replaceAll(' ', '_'))}&action=history&feed=atom`),
  },
  {
    id: 'sec-filings',
    title: 'SEC filings',
    description: 'Filings of a company with the US SEC. The SEC asks for a contact: set WATCHER_CONTACT.',
    category: 'Research and law',
    kind: 'rss',
    every: '1h',
    params: [P.cik, optional(P.form)],
    make: ({ cik, form = '' }) =>
      at(
        `https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&CIK=${cik}&type=${enc(form)}&output=atom&count=40`,
      ),
  },
  {
    id: 'cisa-kev',
    title: 'Known exploited vulnerabilities',
    description: 'Vulnerabilities that CISA adds to its catalogue of those that are being exploited.',
    category: 'Software',
    kind: 'url_diff',
    every: '6h',
    params: [],
    make: () =>
      page(
        'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json',
        'json:$.vulnerabilities[*].cveID',
      ),
  },
];
