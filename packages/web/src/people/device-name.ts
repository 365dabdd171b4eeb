// What a device or a browser is called in a list.

const SYSTEM = /iPhone|iPad|Android|Mac OS X|Windows|CrOS|Linux/;
/** In this order: each of the later ones is also in the text of an earlier one. */
const BROWSER = ['Edg', 'SamsungBrowser', 'Firefox', 'FxiOS', 'CriOS', 'Chrome', 'Safari'] as const;
const CALLED: Readonly<Record<string, string>> = {
  'Mac OS X': 'Mac',
  CrOS: 'Chromebook',
  Edg: 'Edge',
  SamsungBrowser: 'Samsung Internet',
  FxiOS: 'Firefox',
  CriOS: 'Chrome',
};

export function deviceName(agent = navigator.userAgent): string {
  const system = SYSTEM.exec(agent)?.[0] ?? 'This device';
  return CALLED[system] ?? system;
}

export function browserName(agent: string): string {
  const browser = BROWSER.find((name) => agent.includes(name));
  if (!browser) return agent.slice(0, 80) || 'Unknown browser';
  return `${CALLED[browser] ?? browser} on ${SYSTEM.test(agent) ? deviceName(agent) : 'an unknown system'}`;
}
