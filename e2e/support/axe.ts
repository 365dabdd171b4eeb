// The rules of accessibility, run over a page as it stands.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules that are broken, with where. Run by the tool, not by the page: the page's policy lets no script in. */
export async function violations(page: Page, rules: readonly string[] = TAGS): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setBypassCSP', { enabled: true });
  await session.send('Runtime.evaluate', { expression: `typeof axe === 'undefined' && (() => {${AXE}})()` });
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run({ runOnly: ${JSON.stringify(rules)} }).then((r) => JSON.stringify(r.violations.map((v) => v.id + ': ' + v.nodes.slice(0, 3).map((n) => n.target.join(' ')).join(' | '))))`,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  return JSON.parse(String(result.value));
}

/** How far the page can be scrolled sideways; 0 is right. */
export function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}
