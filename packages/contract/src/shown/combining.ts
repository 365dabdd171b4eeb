// Whether a text may have marks in it that combine with a letter: most texts have none, and to look for them among all the letters
// of Unicode takes ten times as long as to see that.

/** The neighbourhoods of all such marks; of those beyond the first plane, the surrogates that they begin with. */
const NEIGHBOURHOODS =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: single units, none combined
  /[\u0300-\u036f\u0483-\u0489\u0591-\u109d\u135d-\u135f\u1712-\u1dff\u20d0-\u20f0\u2cef-\u2dff\u302a-\u309a\ua66f-\uabed\ufb1e\ufe00-\ufe2f\uff9e\uff9f\ud800\ud802-\ud807\ud80d\ud818\ud81a\ud81b\ud82f\ud833\ud834\ud836\ud838-\ud83a\udb40]/;

export function mayCombine(text: string): boolean {
  return NEIGHBOURHOODS.test(text);
}
